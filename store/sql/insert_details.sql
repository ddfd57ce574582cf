-- Details: symbol, seq, kind, text.
-- params: rows rows
INSERT INTO _detail(symbol, seq, kind, text) SELECT c0, c1, c2, c3 FROM pending(:rows)
