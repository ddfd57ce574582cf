-- An interned text.
-- params: id int
-- row: text text
SELECT text FROM _name WHERE id = :id
