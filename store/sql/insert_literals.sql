-- Literals: source, seq, is_string, value, il_offset?, line?
-- params: rows rows
INSERT INTO _literal(source, seq, is_string, value, il_offset, line)
SELECT c0, c1, c2, c3, c4, c5 FROM pending(:rows)
