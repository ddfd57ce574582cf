-- What is known of a symbol beyond its columns.
-- params: symbol int, seq int, kind int, text text
INSERT INTO _detail(symbol, seq, kind, text) VALUES (:symbol, :seq, :kind, :text)
