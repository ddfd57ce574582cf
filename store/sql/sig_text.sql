-- A signature as it is kept, char(1) for the name.
-- params: id int
-- row: text text
SELECT text FROM _sig WHERE id = :id
