-- Interns a text.
-- params: id int, text text
INSERT INTO _name(id, text) VALUES (:id, :text)
