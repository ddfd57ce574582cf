-- A unit of blocks.
-- params: id int, data blob
INSERT INTO _unit(id, data) VALUES (:id, :data)
