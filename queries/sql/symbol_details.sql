-- What is known of a symbol beyond its columns, in order.
-- params: symbol int
-- row: kind int, text text
SELECT kind, text FROM _detail WHERE symbol = :symbol ORDER BY seq
