-- The members of a type with a name, by the range of its members' ids.
-- params: type int, name text
-- row: symbol int, kind int, flags int, full_name text?, params text?, signature text
SELECT e.id AS symbol, e.kind, e.flags, f.text AS full_name, q.text AS params, CASE WHEN e.flags & 1048576 THEN replace(g.text, char(1), n.text) ELSE coalesce(g.text, '') END AS signature
FROM _type t JOIN _member e ON e.id BETWEEN t.id + 1 AND t.last
JOIN _name n ON n.id = e.name LEFT JOIN _name f ON f.id = iif(e.full_name = 0, e.name, e.full_name)
LEFT JOIN _sig q ON q.id = e.params LEFT JOIN _sig g ON g.id = e.sig
WHERE t.id = :type AND n.text = :name ORDER BY e.id
