-- What is known of the symbols numbered from first to last beyond their columns, in order.
-- params: first int, last int
-- row: symbol int, kind int, text text
SELECT symbol, kind, text FROM _detail WHERE symbol BETWEEN :first AND :last ORDER BY symbol, seq
