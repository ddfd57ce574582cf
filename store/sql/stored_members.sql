-- The members of a module as they were read, in order; char(1) in a signature is the name where the flags say so.
-- params: first int, last int
-- row: id int, type int, kind int, name text, full_name text?, signature text?, flags int, member_type text?, token int?, line int?, end_line int?, value text?, result text?, rva int?, body int?
SELECT e.id, e.type, e.kind, n.text AS name, f.text AS full_name, g.text AS signature, e.flags, w.text AS member_type, e.token,
       e.line, e.line + e.more_lines AS end_line, v.text AS value, r.text AS result, c.rva, c.body
FROM _member e JOIN _name n ON n.id = e.name LEFT JOIN _name f ON f.id = iif(e.full_name = 0, e.name, e.full_name)
LEFT JOIN _sig g ON g.id = e.sig LEFT JOIN _name w ON w.id = e.member_type LEFT JOIN _sig v ON v.id = e.value
LEFT JOIN _sig r ON r.id = e.result LEFT JOIN _code c ON c.member = e.id
WHERE e.id BETWEEN :first AND :last ORDER BY e.id
