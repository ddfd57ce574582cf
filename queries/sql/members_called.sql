-- The members of a snapshot with this short name, in discovery order, by _member_name, and whether they bear a full name of
-- their own.
-- params: name text, snapshot int
-- row: symbol int, module text, path text, is_spelled int
SELECT e.id AS symbol, mn.text AS module, l.path, coalesce(e.full_name > 0, 0) AS is_spelled
FROM _name n JOIN _member e ON e.name = n.id JOIN _type t ON t.id = e.type
JOIN _snapshot_module l ON l.module = t.module AND l.snapshot = :snapshot
JOIN _module m ON m.id = t.module JOIN _name mn ON mn.id = m.name
WHERE n.text = :name ORDER BY l.position, e.id
