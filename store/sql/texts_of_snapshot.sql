-- The same from the files' rows: one range of the primary key, and contents by id.
-- params: snapshot int
-- row: position int, segment int, first_block int, blocks int
SELECT f.position, c.segment, c.first_block, c.blocks
FROM _file f JOIN _content c ON c.id = f.content
WHERE f.snapshot = :snapshot AND c.blocks > 0 ORDER BY f.position
