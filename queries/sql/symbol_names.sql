-- What a type or member is called: its key in parts. No row for a module. A function inside of another one, in a
-- source, is local: it bears a full name of its own.
-- params: symbol int
-- row: type text, member text?, kind int?, params text?, full_name text?, signature text, flags int, token int?, last int, type_symbol int, is_local int
SELECT f.text AS type, NULL AS member, NULL AS kind, NULL AS params, NULL AS full_name, '' AS signature, t.flags,
       t.token, t.last, t.id AS type_symbol, 0 AS is_local
FROM _type t JOIN _name f ON f.id = t.full_name WHERE t.id = :symbol
UNION ALL
SELECT f.text, n.text, e.kind, q.text, w.text,
       CASE WHEN e.flags & 1048576 THEN replace(g.text, char(1), n.text) ELSE coalesce(g.text, '') END,
       e.flags, e.token, e.id, t.id,
       coalesce(e.full_name > 0 AND e.kind = 1 AND (SELECT k.text FROM _name k WHERE k.id = e.member_type) = 'Function'
                AND (SELECT m.kind FROM _module m WHERE m.id = t.module) = 3, 0)
FROM _member e JOIN _type t ON t.id = e.type JOIN _name f ON f.id = t.full_name JOIN _name n ON n.id = e.name
LEFT JOIN _sig q ON q.id = e.params LEFT JOIN _sig g ON g.id = e.sig LEFT JOIN _name w ON w.id = iif(e.full_name = 0, e.name, e.full_name)
WHERE e.id = :symbol
