-- The members of a type, in order, by the range of their ids.
-- params: type int
-- row: symbol int, kind int, name text, signature text, flags int, token int?, value text?
SELECT e.id AS symbol, e.kind, n.text AS name, CASE WHEN e.flags & 1048576 THEN replace(g.text, char(1), n.text) ELSE coalesce(g.text, '') END AS signature, e.flags, e.token,
       CASE WHEN e.flags & 4096 THEN v.text END AS value
FROM _type t JOIN _member e ON e.id BETWEEN t.id + 1 AND t.last JOIN _name n ON n.id = e.name
LEFT JOIN _sig g ON g.id = e.sig LEFT JOIN _sig v ON v.id = e.value WHERE t.id = :type ORDER BY e.id
