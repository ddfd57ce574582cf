-- The newest snapshot of a project.
-- params: project text
-- row: snapshot int
SELECT h.snapshot FROM _project p JOIN _head h ON h.project = p.id WHERE p.name = :project
