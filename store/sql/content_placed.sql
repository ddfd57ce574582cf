-- Where each text in use stands in the index of contents.
-- row: id int, segment int, first_block int, blocks int, type_blocks int
SELECT c.id, c.segment, c.first_block, c.blocks, 0 AS type_blocks FROM _content c
WHERE c.id IN (SELECT content FROM _file WHERE content IS NOT NULL) ORDER BY c.segment, c.first_block
