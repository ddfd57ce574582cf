-- The types with a name, at most `most` of them, in discovery order, by _type_name.
-- params: name int, most int
-- row: id int
SELECT id FROM _type WHERE name = :name ORDER BY id LIMIT :most
