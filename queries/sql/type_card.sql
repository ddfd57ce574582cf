-- A type by its id in a snapshot: what lookups answer about it. Its source is what its input said, else the
-- newest source of the project that declares a type with this full name, by _type_full_name.
-- params: symbol int, snapshot int
-- row: name text, full_name text, name_space text, last int, source_path text
SELECT n.text AS name, f.text AS full_name, ns.text AS name_space, t.last,
       coalesce((SELECT p.path FROM _source_path p WHERE p.source_set = l.sources AND p.ordinal = t.id - t.module),
                (SELECT o.path FROM _type ot JOIN _module om ON om.id = ot.module AND om.kind = 3
                 JOIN _snapshot_module o ON o.module = om.id JOIN _snapshot os ON os.id = o.snapshot AND os.visible
                 WHERE ot.full_name = t.full_name AND m.kind <> 3
                   AND os.project = (SELECT s.project FROM _snapshot s WHERE s.id = :snapshot)
                 ORDER BY os.id DESC, o.position LIMIT 1),
                '')
         AS source_path
FROM _type t JOIN _name n ON n.id = t.name JOIN _name f ON f.id = t.full_name JOIN _name ns ON ns.id = t.name_space
JOIN _snapshot_module l ON l.module = t.module AND l.snapshot = :snapshot
JOIN _module m ON m.id = t.module
WHERE t.id = :symbol LIMIT 1
