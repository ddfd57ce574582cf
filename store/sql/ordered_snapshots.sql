-- Every finished snapshot: projects in order of first import, the snapshots of each in order of import.
-- row: id int
SELECT id FROM _snapshot WHERE visible ORDER BY project, id
