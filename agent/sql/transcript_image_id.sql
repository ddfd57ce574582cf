-- The stored bytes of a hash; by the unique index.
-- params: hash blob
-- row: id int
SELECT id FROM _image WHERE hash = :hash
