-- The types of a snapshot with exactly this full name, in discovery order, by _type_full_name.
-- params: full_name text, snapshot int
-- row: symbol int, full_name text, name_space text, module text, path text, source_path text
SELECT t.id AS symbol, n.text AS full_name, ns.text AS name_space, mn.text AS module, l.path,
       coalesce((SELECT p.path FROM _source_path p WHERE p.source_set = l.sources AND p.ordinal = t.id - t.module), '')
         AS source_path
FROM _name n JOIN _type t ON t.full_name = n.id
JOIN _snapshot_module l ON l.module = t.module AND l.snapshot = :snapshot
JOIN _name ns ON ns.id = t.name_space JOIN _module m ON m.id = t.module JOIN _name mn ON mn.id = m.name
WHERE n.text = :full_name ORDER BY l.position, t.id
