-- What files held, with the hash that names it; a walk of the contents.
-- row: id int, hash blob, data blob
SELECT id, hash, data FROM _image ORDER BY id
