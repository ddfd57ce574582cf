-- Interned texts: id, text.
-- params: rows rows
INSERT INTO _name(id, text) SELECT c0, c1 FROM pending(:rows)
