-- How often the symbols first..last refer to something, by kind of reference.
-- params: first int, last int
-- row: kind int, count int
SELECT use >> 3 & 31 AS kind, count(*) AS count FROM _reference WHERE source BETWEEN :first AND :last GROUP BY kind ORDER BY kind
