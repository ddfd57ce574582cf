-- The types of a module as they were read, in order.
-- params: first int, last int
-- row: id int, name text, name_space text, full_name text, base_type text?, kind text?, flags int, token int?, line int?, end_line int?
SELECT t.id, n.text AS name, ns.text AS name_space, f.text AS full_name, b.text AS base_type, k.text AS kind, t.flags, t.token,
       t.line, t.line + t.more_lines AS end_line
FROM _type t JOIN _name n ON n.id = t.name JOIN _name ns ON ns.id = t.name_space JOIN _name f ON f.id = t.full_name
LEFT JOIN _name b ON b.id = t.base_type LEFT JOIN _name k ON k.id = t.kind
WHERE t.id BETWEEN :first AND :last ORDER BY t.id
