-- The newest snapshot of each project, projects in order of first import.
-- row: snapshot int, project text
SELECT h.snapshot, p.name AS project FROM _head h JOIN _project p ON p.id = h.project ORDER BY h.project
