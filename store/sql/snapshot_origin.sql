-- What a snapshot was read from. One row by its id.
-- params: snapshot int
-- row: project text, kind text, source text, revision text?
SELECT p.name AS project, s.kind, s.source, s.revision
FROM _snapshot s JOIN _project p ON p.id = s.project WHERE s.id = :snapshot AND s.visible
