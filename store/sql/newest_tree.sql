-- The newest snapshot of a project that came from files, when, and by which readers.
-- params: project int
-- row: id int, imported_at int, readers text?
SELECT id, imported_at, readers FROM _snapshot
WHERE project = :project AND visible AND kind IN ('directory', 'revision') ORDER BY id DESC LIMIT 1
