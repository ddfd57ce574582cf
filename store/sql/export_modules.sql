-- The modules of a snapshot as an export lists them, in discovery order.
-- params: snapshot int
-- row: module int, last int, name text, full_name text, path text, sources int?, file blob?
SELECT m.id AS module, m.last, n.text AS name, f.text AS full_name, l.path, l.sources, l.file
FROM _snapshot_module l JOIN _module m ON m.id = l.module JOIN _name n ON n.id = m.name
JOIN _name f ON f.id = m.full_name WHERE l.snapshot = :snapshot ORDER BY l.position
