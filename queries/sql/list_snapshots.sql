-- Every finished snapshot, projects in order of first import, oldest first within each.
-- row: id int, project text, label text?, kind text, imported_at int, is_latest int
SELECT s.id, p.name AS project, s.label, s.kind, s.imported_at,
       EXISTS (SELECT 1 FROM _head h WHERE h.snapshot = s.id) AS is_latest
FROM _project p JOIN _snapshot s ON s.project = p.id WHERE s.visible ORDER BY p.id, s.id
