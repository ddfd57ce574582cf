-- The newest snapshot of a commit of a repository that these readers have read.
-- params: project text, source text, revision text, readers text
-- row: id int
SELECT s.id FROM _project p JOIN _snapshot s ON s.project = p.id
WHERE p.name = :project AND s.visible AND s.kind = 'revision' AND s.source = :source
  AND s.revision = :revision AND s.readers = :readers
ORDER BY s.id DESC LIMIT 1
