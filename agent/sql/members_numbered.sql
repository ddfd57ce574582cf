-- The members numbered from first to last.
-- params: first int, last int
-- row: id int, type int, name int, kind int, flags int
SELECT id, type, name, kind, flags FROM _member WHERE id BETWEEN :first AND :last ORDER BY id
