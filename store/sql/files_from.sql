-- The files of a snapshot from a position on, in order: one range of the primary key.
-- params: snapshot int, position int
-- row: position int, path int, size int, mtime int
SELECT position, path, size, mtime FROM _file WHERE snapshot = :snapshot AND position >= :position ORDER BY position
