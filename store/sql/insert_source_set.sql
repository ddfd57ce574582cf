-- A set of source paths.
-- params: id int, hash blob
INSERT INTO _source_set(id, hash) VALUES (:id, :hash)
