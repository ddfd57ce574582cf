-- Where the symbols numbered from first to last stand.
-- params: first int, last int
-- row: symbol int, line int, end_line int
SELECT symbol, line, end_line FROM _place WHERE symbol BETWEEN :first AND :last ORDER BY symbol
