-- The members of a module, which are numbered from first to last.
-- params: first int, last int
-- row: id int, kind int, name text, key text, signature text, flags int, body int?, line int?, end_line int?
SELECT e.id, e.kind, n.text AS name,
       f.text || '.' || n.text || coalesce(q.text, CASE e.kind WHEN 1 THEN '()' ELSE '' END) AS "key",
       CASE WHEN e.flags & 1048576 THEN replace(g.text, char(1), n.text) ELSE coalesce(g.text, '') END AS signature,
       e.flags, c.body, e.line, e.line + e.more_lines AS end_line
FROM _member e JOIN _type t ON t.id = e.type JOIN _name f ON f.id = t.full_name JOIN _name n ON n.id = e.name
LEFT JOIN _sig g ON g.id = e.sig LEFT JOIN _sig q ON q.id = e.params
LEFT JOIN _code c ON c.member = e.id
WHERE e.id BETWEEN :first AND :last ORDER BY e.id
