-- Every text with where its lines stand, for a check of the database: reads them all.
-- row: id int, hash blob, bytes int, lines int, ends int, segment int, first_block int, blocks int
SELECT id, hash, bytes, lines, ends, segment, first_block, blocks FROM _content ORDER BY id
