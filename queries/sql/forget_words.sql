-- Empties the ranked index of words.
INSERT INTO _word(_word) VALUES ('delete-all')
