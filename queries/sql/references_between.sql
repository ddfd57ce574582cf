-- What the symbols numbered from first to last refer to, in the order of their code.
-- params: first int, last int
-- row: source int, kind int, target int
SELECT source, use >> 3 & 31 AS kind, target FROM _reference WHERE source BETWEEN :first AND :last ORDER BY source, use
