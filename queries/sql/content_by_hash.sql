-- The text with this hash.
-- params: hash blob
-- row: id int
SELECT id FROM _content WHERE hash = :hash
