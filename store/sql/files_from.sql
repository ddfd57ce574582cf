-- The files of a snapshot from a position on, in order: one range of the primary key.
-- params: snapshot int, position int
-- row: position int, path int, size int, mtime int, flags int
SELECT position, path, size, mtime, flags FROM _file WHERE snapshot = :snapshot AND position >= :position ORDER BY position
