-- The file at a position of a snapshot: one row of the primary key.
-- params: snapshot int, position int
-- row: path text, language text?, content int?, size int, mtime int, lines int?, ends int?, flags int, segment int?, first_block int?, blocks int?
SELECT n.text AS path, g.text AS language, f.content, f.size, f.mtime, c.lines, c.ends, f.flags, c.segment, c.first_block, c.blocks
FROM _file f JOIN _name n ON n.id = f.path LEFT JOIN _name g ON g.id = f.language
LEFT JOIN _content c ON c.id = f.content
WHERE f.snapshot = :snapshot AND f.position = :position
