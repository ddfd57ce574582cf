-- What a member is called, and its signature.
-- params: member int
-- row: name text, full_name text?, params text?, signature text, kind int, member_type text
SELECT n.text AS name, f.text AS full_name, q.text AS params,
       CASE WHEN e.flags & 1048576 THEN replace(g.text, char(1), n.text) ELSE coalesce(g.text, '') END AS signature,
       e.kind, coalesce(w.text, '') AS member_type
FROM _member e JOIN _name n ON n.id = e.name LEFT JOIN _name f ON f.id = iif(e.full_name = 0, e.name, e.full_name)
LEFT JOIN _sig q ON q.id = e.params LEFT JOIN _sig g ON g.id = e.sig LEFT JOIN _name w ON w.id = e.member_type
WHERE e.id = :member
