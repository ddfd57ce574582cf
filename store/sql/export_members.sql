-- The members of a type as an export lists them, in order.
-- params: first int, last int
-- row: kind int, name text, full_name text?, signature text, flags int, member_type text?, token int?
SELECT e.kind, n.text AS name, f.text AS full_name, CASE WHEN e.flags & 1048576 THEN replace(g.text, char(1), n.text) ELSE coalesce(g.text, '') END AS signature, e.flags, w.text AS member_type,
       e.token
FROM _member e JOIN _name n ON n.id = e.name LEFT JOIN _name f ON f.id = iif(e.full_name = 0, e.name, e.full_name) LEFT JOIN _sig g ON g.id = e.sig
LEFT JOIN _name w ON w.id = e.member_type WHERE e.id BETWEEN :first AND :last ORDER BY e.id
