-- A type as an export lists it. No row: the symbol is no type.
-- params: symbol int, sources int?
-- row: name text, name_space text, full_name text, base_type text, kind text, flags int, last int, token int?, source_path text
SELECT n.text AS name, ns.text AS name_space, f.text AS full_name, coalesce(b.text, '') AS base_type,
       coalesce(k.text, '') AS kind, t.flags, t.last, t.token,
       coalesce((SELECT p.path FROM _source_path p WHERE p.source_set = :sources AND p.ordinal = t.id - t.module), '')
         AS source_path
FROM _type t JOIN _name n ON n.id = t.name JOIN _name ns ON ns.id = t.name_space JOIN _name f ON f.id = t.full_name
LEFT JOIN _name b ON b.id = t.base_type LEFT JOIN _name k ON k.id = t.kind WHERE t.id = :symbol
