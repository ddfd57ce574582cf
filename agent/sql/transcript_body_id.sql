-- The stored text of a hash; by the unique index.
-- params: hash blob
-- row: id int
SELECT id FROM _body WHERE hash = :hash
