-- What a module is called in full.
-- params: id int
-- row: full_name int, text text
SELECT m.full_name, n.text FROM _module m JOIN _name n ON n.id = m.full_name WHERE m.id = :id
