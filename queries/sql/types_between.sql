-- The types of a module, which are numbered from first to last.
-- params: first int, last int
-- row: id int, full_name text, base_type text, kind text, flags int, line int?, end_line int?
SELECT t.id, f.text AS full_name, coalesce(b.text, '') AS base_type, coalesce(k.text, '') AS kind, t.flags,
       t.line, t.line + t.more_lines AS end_line
FROM _type t JOIN _name f ON f.id = t.full_name LEFT JOIN _name b ON b.id = t.base_type
LEFT JOIN _name k ON k.id = t.kind
WHERE t.id BETWEEN :first AND :last ORDER BY t.id
