-- Every finished snapshot of a project (null: of all), projects in order of first import, oldest first within each.
-- params: project text?
-- row: id int, project text, label text?, kind text, source text, revision text?, imported_at int, is_latest int, modules int, types int, members int, references int, files int
SELECT s.id, p.name AS project, s.label, s.kind, s.source, s.revision, s.imported_at,
       EXISTS (SELECT 1 FROM _head h WHERE h.snapshot = s.id) AS is_latest,
       s.modules, s.types, s.members, s."references", s.files
FROM _project p JOIN _snapshot s ON s.project = p.id
WHERE s.visible AND (:project IS NULL OR p.name = :project) ORDER BY p.id, s.id
