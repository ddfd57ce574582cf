-- A finished snapshot and its project.
-- params: snapshot int
-- row: id int, project text, is_latest int
SELECT s.id, p.name AS project, EXISTS (SELECT 1 FROM _head h WHERE h.snapshot = s.id) AS is_latest
FROM _snapshot s JOIN _project p ON p.id = s.project WHERE s.id = :snapshot AND s.visible
