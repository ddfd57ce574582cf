-- Texts that are literals somewhere: _name.id.
-- params: rows rows
INSERT OR IGNORE INTO _literal_text(id) SELECT c0 FROM pending(:rows)
