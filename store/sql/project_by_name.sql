-- A project's id.
-- params: name text
-- row: id int
SELECT id FROM _project WHERE name = :name
