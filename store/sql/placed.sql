-- Where each module and text in use stands in the index: segments of modules have no texts.
-- row: id int, segment int, first_block int, blocks int, type_blocks int
SELECT m.id, m.segment, m.first_block, m.blocks, m.type_blocks FROM _module m
WHERE EXISTS (SELECT 1 FROM _snapshot_module l WHERE l.module = m.id)
UNION ALL
SELECT c.id, c.segment, c.first_block, c.blocks, 0 FROM _content c
WHERE c.id IN (SELECT content FROM _file WHERE content IS NOT NULL) ORDER BY 2, 3
