-- Targets of references: id, text, type, scope, key.
-- params: rows rows
INSERT INTO _target(id, text, type, scope, key) SELECT c0, c1, c2, c3, c4 FROM pending(:rows)
