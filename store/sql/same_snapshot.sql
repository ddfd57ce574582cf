-- The newest snapshot of a project that was read from this source, at this revision, and holds exactly this.
-- params: project int, source text, revision text?, hash blob
-- row: id int
SELECT id FROM _snapshot
WHERE project = :project AND visible AND source = :source AND revision IS :revision AND hash = :hash
ORDER BY id DESC LIMIT 1
