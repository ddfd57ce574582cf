-- The names of a snapshot's modules.
-- params: snapshot int
-- row: name text
SELECT n.text AS name FROM _snapshot_module l JOIN _module m ON m.id = l.module JOIN _name n ON n.id = m.name
WHERE l.snapshot = :snapshot
