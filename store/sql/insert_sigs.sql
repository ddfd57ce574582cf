-- Signatures and parameter lists: id, text.
-- params: rows rows
INSERT INTO _sig(id, text) SELECT c0, c1 FROM pending(:rows)
