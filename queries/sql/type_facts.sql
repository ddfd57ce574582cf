-- What a type's card says beyond its names.
-- params: type int
-- row: base_type text, kind text
SELECT coalesce(b.text, '') AS base_type, coalesce(k.text, '') AS kind FROM _type t
LEFT JOIN _name b ON b.id = t.base_type LEFT JOIN _name k ON k.id = t.kind WHERE t.id = :type
