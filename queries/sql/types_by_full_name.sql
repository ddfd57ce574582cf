-- The types of a snapshot with exactly this full name, in discovery order, by _type_full_name. A type's
-- source is what its input said, else the newest source of the project that declares a type called so.
-- params: full_name text, snapshot int
-- row: symbol int, full_name text, name_space text, module text, path text, source_path text
SELECT t.id AS symbol, n.text AS full_name, ns.text AS name_space, mn.text AS module, l.path,
       coalesce((SELECT p.path FROM _source_path p WHERE p.source_set = l.sources AND p.ordinal = t.id - t.module),
                (SELECT o.path FROM _type ot JOIN _module om ON om.id = ot.module AND om.kind = 3
                 JOIN _snapshot_module o ON o.module = om.id JOIN _snapshot os ON os.id = o.snapshot AND os.visible
                 WHERE ot.full_name = t.full_name AND m.kind <> 3
                   AND os.project = (SELECT s.project FROM _snapshot s WHERE s.id = :snapshot)
                 ORDER BY os.id DESC, o.position LIMIT 1),
                '')
         AS source_path
FROM _name n JOIN _type t ON t.full_name = n.id
JOIN _snapshot_module l ON l.module = t.module AND l.snapshot = :snapshot
JOIN _name ns ON ns.id = t.name_space JOIN _module m ON m.id = t.module JOIN _name mn ON mn.id = m.name
WHERE n.text = :full_name ORDER BY l.position, t.id
