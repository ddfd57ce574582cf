-- Texts that are literals somewhere, and were not yet: _name.id.
-- params: rows rows
INSERT INTO _literal_text(id) SELECT c0 FROM pending(:rows)
