-- The finished snapshots that carry a label, newest first.
-- params: label text
-- row: id int, project text
SELECT s.id, p.name AS project FROM _snapshot s JOIN _project p ON p.id = s.project
WHERE s.label = :label AND s.visible ORDER BY s.id DESC
