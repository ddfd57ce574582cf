-- The constant values of the symbols numbered from first to last.
-- params: first int, last int
-- row: symbol int, text text
SELECT symbol, text FROM (
  SELECT e.id AS symbol, -1 AS seq, v.text FROM _member e JOIN _sig v ON v.id = e.value WHERE e.id BETWEEN :first AND :last
  UNION ALL
  SELECT symbol, seq, text FROM _detail WHERE symbol BETWEEN :first AND :last AND kind = 3)
ORDER BY symbol, seq
