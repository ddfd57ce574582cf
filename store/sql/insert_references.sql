-- References: source, seq, target, kind, flags, il_offset?, line?, column?
-- params: rows rows
INSERT INTO _reference(source, seq, target, kind, flags, il_offset, line, "column")
SELECT c0, c1, c2, c3, c4, c5, c6, c7 FROM pending(:rows)
