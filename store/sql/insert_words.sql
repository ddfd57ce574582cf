-- The words of short names: _name.id, words.
-- params: rows rows
INSERT INTO _word(rowid, words) SELECT c0, c1 FROM pending(:rows)
