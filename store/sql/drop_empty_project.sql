-- Removes a project that no snapshot is left of.
-- params: project int
DELETE FROM _project WHERE id = :project AND NOT EXISTS (SELECT 1 FROM _snapshot WHERE project = :project)
