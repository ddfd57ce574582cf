-- Empties the ranked index.
INSERT INTO _word(_word) VALUES ('delete-all')
