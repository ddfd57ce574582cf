-- Where symbols stand: symbol, line, end_line.
-- params: rows rows
INSERT INTO _place(symbol, line, end_line) SELECT c0, c1, c2 FROM pending(:rows)
