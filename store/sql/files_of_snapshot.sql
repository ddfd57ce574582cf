-- The files of a snapshot in the order of their paths: one range of the primary key.
-- params: snapshot int
-- row: path text, path_id int, language int?, content int?, module int?, size int, mtime int, object blob?, flags int, damaged int, content_hash blob?, module_hash blob?, segment int?, first_block int?, blocks int?
SELECT n.text AS path, f.path AS path_id, f.language, f.content, f.module, f.size, f.mtime, f.object, f.flags, f.damaged,
       c.hash AS content_hash, m.hash AS module_hash, c.segment, c.first_block, c.blocks
FROM _file f JOIN _name n ON n.id = f.path LEFT JOIN _content c ON c.id = f.content
LEFT JOIN _module m ON m.id = f.module
WHERE f.snapshot = :snapshot ORDER BY f.position
