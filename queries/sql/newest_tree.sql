-- The newest snapshot of a project that came from files, and when.
-- params: project int
-- row: id int, imported_at int
SELECT id, imported_at FROM _snapshot
WHERE project = :project AND visible AND kind IN ('directory', 'revision') ORDER BY id DESC LIMIT 1
