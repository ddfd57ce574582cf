-- What a module's types are called in full, by the range of their ids.
-- params: first int, last int
-- row: id int, full_name int
SELECT id, full_name FROM _type WHERE id BETWEEN :first AND :last ORDER BY id
