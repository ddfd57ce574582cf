-- What one symbol refers to itself, in the order of its text, by the primary key of _reference.
-- params: source int
-- row: target int, use int, kind int, by_name int, line int?, column int?
SELECT r.target, r.use, r.use >> 3 & 31 AS kind, (r.use & 2) <> 0 AS by_name,
       CASE WHEN r.use & 4 = 0 THEN r.at END AS line, r."column" AS "column"
FROM _reference r WHERE r.source = :source ORDER BY r.use
