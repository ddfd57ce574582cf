-- The paths of a snapshot's files, in their byte order.
-- params: snapshot int
-- row: path text
SELECT n.text AS path FROM _file f JOIN _name n ON n.id = f.path WHERE f.snapshot = :snapshot ORDER BY f.position
