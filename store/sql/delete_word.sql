-- Takes the words of a short name, as they were stored, out of the ranked index.
-- params: name int, words text
INSERT INTO _word(_word, rowid, words) VALUES ('delete', :name, :words)
