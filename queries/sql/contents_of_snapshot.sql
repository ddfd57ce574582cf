-- The texts of a snapshot's files, in the order of their paths.
-- params: snapshot int
-- row: position int, content int
SELECT position, content FROM _file WHERE snapshot = :snapshot AND content IS NOT NULL ORDER BY position
