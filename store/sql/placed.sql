-- Where each module in use stands in the index of symbols.
-- row: id int, segment int, first_block int, blocks int, type_blocks int
SELECT m.id, m.segment, m.first_block, m.blocks, m.type_blocks FROM _module m
WHERE EXISTS (SELECT 1 FROM _snapshot_module l WHERE l.module = m.id) ORDER BY m.segment, m.first_block
