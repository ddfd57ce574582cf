-- The tree of a project that an import of a source is compared with: the newest one that came from there, else the
-- newest; when it was imported, and by which readers.
-- params: project int, source text
-- row: id int, imported_at int, readers text?, is_same_source int
SELECT id, imported_at, readers, source = :source AS is_same_source FROM _snapshot
WHERE project = :project AND visible AND kind IN ('directory', 'revision')
ORDER BY source = :source DESC, id DESC LIMIT 1
