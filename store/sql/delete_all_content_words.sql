-- Empties the ranked index of contents.
INSERT INTO _content_word(_content_word) VALUES ('delete-all')
