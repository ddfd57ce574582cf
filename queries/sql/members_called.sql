-- The members of a snapshot with this short name, in discovery order, by _member_name.
-- params: name text, snapshot int
-- row: symbol int, module text, path text
SELECT e.id AS symbol, mn.text AS module, l.path
FROM _name n JOIN _member e ON e.name = n.id JOIN _type t ON t.id = e.type
JOIN _snapshot_module l ON l.module = t.module AND l.snapshot = :snapshot
JOIN _module m ON m.id = t.module JOIN _name mn ON mn.id = m.name
WHERE n.text = :name ORDER BY l.position, e.id
