-- A unit of blocks of lines.
-- params: id int, data blob
INSERT INTO _content_unit(id, data) VALUES (:id, :data)
