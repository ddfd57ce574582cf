-- The modules of a snapshot in discovery order, with where they stand in the search index.
-- params: snapshot int
-- row: module int, last int, name text, path text, sources int?, segment int, first_block int, blocks int, type_blocks int
SELECT l.module, m.last, n.text AS name, l.path, l.sources, m.segment, m.first_block, m.blocks, m.type_blocks
FROM _snapshot_module l JOIN _module m ON m.id = l.module JOIN _name n ON n.id = m.name
WHERE l.snapshot = :snapshot ORDER BY l.position
