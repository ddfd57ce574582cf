-- A signature or parameter list.
-- params: id int, text text
INSERT INTO _sig(id, text) VALUES (:id, :text)
