-- The modules of a snapshot that another does not hold as they are.
-- params: snapshot int, other int
-- row: module int, last int, name text, path text, kind int
SELECT l.module, m.last, n.text AS name, l.path, m.kind
FROM _snapshot_module l JOIN _module m ON m.id = l.module JOIN _name n ON n.id = m.name
WHERE l.snapshot = :snapshot
  AND NOT EXISTS (SELECT 1 FROM _snapshot_module o WHERE o.module = l.module AND o.snapshot = :other)
ORDER BY l.position
