-- What the order of a module's types among others hangs on, by the range of their ids.
-- params: first int, last int
-- row: id int, name int, kind int?, flags int
SELECT id, name, kind, flags FROM _type WHERE id BETWEEN :first AND :last ORDER BY id
