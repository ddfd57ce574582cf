-- What the hash of a snapshot says of its modules, in order: one range of the primary key.
-- params: snapshot int
-- row: hash blob, path text, file blob?, sources blob?
SELECT m.hash, l.path, l.file, s.hash AS sources
FROM _snapshot_module l JOIN _module m ON m.id = l.module LEFT JOIN _source_set s ON s.id = l.sources
WHERE l.snapshot = :snapshot ORDER BY l.position
