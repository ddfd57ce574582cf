-- The constant values of the symbols numbered from first to last.
-- params: first int, last int
-- row: symbol int, text text
SELECT symbol, text FROM _detail WHERE symbol BETWEEN :first AND :last AND kind = 3 ORDER BY symbol, seq
