-- What a type is called, and its members' numbers.
-- params: type int
-- row: name text, full_name text, kind text, flags int, last int
SELECT n.text AS name, f.text AS full_name, coalesce(k.text, '') AS kind, t.flags, t.last
FROM _type t JOIN _name n ON n.id = t.name JOIN _name f ON f.id = t.full_name LEFT JOIN _name k ON k.id = t.kind
WHERE t.id = :type
