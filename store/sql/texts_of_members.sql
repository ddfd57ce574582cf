-- What a module's members say beside their names, by the range of their ids.
-- params: first int, last int
-- row: id int, type int, sig int?, full_name int?
SELECT id, type, sig, iif(full_name = 0, name, full_name) AS full_name FROM _member WHERE id BETWEEN :first AND :last ORDER BY id
