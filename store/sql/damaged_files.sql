-- The files of a snapshot that did not parse completely, in the order of their paths: one range of the primary key.
-- params: snapshot int
-- row: path text
SELECT n.text AS path FROM _file f JOIN _name n ON n.id = f.path WHERE f.snapshot = :snapshot AND f.damaged <> 0 ORDER BY f.position
