-- Where a symbol stands in its source file.
-- params: symbol int, line int, end_line int
INSERT INTO _place(symbol, line, end_line) VALUES (:symbol, :line, :end_line)
