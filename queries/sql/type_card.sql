-- A type by its id in a snapshot: what lookups answer about it.
-- params: symbol int, snapshot int
-- row: name text, full_name text, name_space text, last int, source_path text
SELECT n.text AS name, f.text AS full_name, ns.text AS name_space, t.last,
       coalesce((SELECT p.path FROM _source_path p WHERE p.source_set = l.sources AND p.ordinal = t.id - t.module), '')
         AS source_path
FROM _type t JOIN _name n ON n.id = t.name JOIN _name f ON f.id = t.full_name JOIN _name ns ON ns.id = t.name_space
JOIN _snapshot_module l ON l.module = t.module AND l.snapshot = :snapshot
WHERE t.id = :symbol LIMIT 1
