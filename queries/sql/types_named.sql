-- The types of a snapshot with this short name, in discovery order, by _type_name.
-- params: name text, snapshot int
-- row: symbol int, full_name text, last int, module text, path text
SELECT t.id AS symbol, f.text AS full_name, t.last, mn.text AS module, l.path
FROM _name n JOIN _type t ON t.name = n.id JOIN _snapshot_module l ON l.module = t.module AND l.snapshot = :snapshot
JOIN _name f ON f.id = t.full_name JOIN _module m ON m.id = t.module JOIN _name mn ON mn.id = m.name
WHERE n.text = :name ORDER BY l.position, t.id
