-- What is known of a module's symbols beyond their columns, by symbol. A number that is not there is that of the value or
-- the result in the member's own row.
-- params: first int, last int
-- row: symbol int, seq int, kind int, text text
SELECT symbol, seq, kind, text FROM _detail WHERE symbol BETWEEN :first AND :last ORDER BY symbol, seq
