-- The text with this hash.
-- params: hash blob
-- row: id int, segment int, first_block int, blocks int
SELECT id, segment, first_block, blocks FROM _content WHERE hash = :hash
