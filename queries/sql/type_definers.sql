-- The types of a snapshot with exactly this full name, with the assemblies that hold them, by _type_full_name.
-- params: full_name text, snapshot int
-- row: symbol int, module text, assembly text, kind int
SELECT t.id AS symbol, mn.text AS module, mf.text AS assembly, m.kind
FROM _name n JOIN _type t ON t.full_name = n.id
JOIN _snapshot_module l ON l.module = t.module AND l.snapshot = :snapshot
JOIN _module m ON m.id = t.module JOIN _name mn ON mn.id = m.name JOIN _name mf ON mf.id = m.full_name
WHERE n.text = :full_name ORDER BY l.position, t.id
