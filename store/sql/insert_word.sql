-- The words of one short name.
-- params: name int, words text
INSERT INTO _word(rowid, words) VALUES (:name, :words)
