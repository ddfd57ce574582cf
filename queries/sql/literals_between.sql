-- The literals in the code of the symbols numbered from first to last, in its order.
-- params: first int, last int
-- row: source int, value int
SELECT source, value FROM _literal WHERE source BETWEEN :first AND :last ORDER BY source, seq
