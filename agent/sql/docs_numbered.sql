-- The doc comments of the symbols numbered from first to last.
-- params: first int, last int
-- row: symbol int, text text
SELECT symbol, text FROM _detail WHERE symbol BETWEEN :first AND :last AND kind = 6 ORDER BY symbol, seq
