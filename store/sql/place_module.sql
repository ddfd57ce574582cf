-- Where a new module stands in the search index.
-- params: id int, segment int, first_block int, blocks int, type_blocks int
UPDATE _module SET segment = :segment, first_block = :first_block, blocks = :blocks, type_blocks = :type_blocks
WHERE id = :id
