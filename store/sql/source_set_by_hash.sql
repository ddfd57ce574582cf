-- The set of source paths with this content.
-- params: hash blob
-- row: id int
SELECT id FROM _source_set WHERE hash = :hash
