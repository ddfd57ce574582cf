-- The newest finished snapshot of a project.
-- params: project int
-- row: snapshot int
SELECT id AS snapshot FROM _snapshot WHERE project = :project AND visible ORDER BY id DESC LIMIT 1
