-- What a type's card says beyond its names.
-- params: type int
-- row: base_type text, kind text, name_space text
SELECT coalesce(b.text, '') AS base_type, coalesce(k.text, '') AS kind, n.text AS name_space FROM _type t
JOIN _name n ON n.id = t.name_space LEFT JOIN _name b ON b.id = t.base_type LEFT JOIN _name k ON k.id = t.kind
WHERE t.id = :type
