-- Adds a text that is not stored yet.
-- params: hash blob, text text
INSERT INTO _body(hash, text) VALUES (:hash, :text)
