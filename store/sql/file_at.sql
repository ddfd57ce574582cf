-- A file of a snapshot by its path, with where its lines stand. (+: by the path's index; without it SQLite walks
-- the snapshot's files.)
-- params: snapshot int, path text
-- row: language text?, content int?, size int, mtime int, lines int?, ends int?, flags int, segment int?, first_block int?, blocks int?
SELECT g.text AS language, f.content, f.size, f.mtime, c.lines, c.ends, f.flags, c.segment, c.first_block, c.blocks
FROM _name n JOIN _file f ON f.path = n.id LEFT JOIN _name g ON g.id = f.language
LEFT JOIN _content c ON c.id = f.content
WHERE n.text = :path AND +f.snapshot = :snapshot
