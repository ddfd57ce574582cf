-- What a symbol refers to, a type's members included, by the primary key of _reference.
-- params: symbol int
-- row: source int, use int, target int, kind int, by_name int
SELECT r.source, r.use, r.target, r.use >> 3 & 31 AS kind, (r.use & 2) <> 0 AS by_name FROM _reference r
WHERE r.source BETWEEN :symbol AND coalesce((SELECT t.last FROM _type t WHERE t.id = :symbol), :symbol)
