-- What a module's symbols refer to, each target once for each way of naming it, by the primary key of _reference;
-- not the names that are generated from a .proto file, which are a guess (kind 14).
-- params: module int, last int
-- row: target int, kind int, by_name int, text text, key text, scope text
SELECT r.target, r.use >> 3 & 31 AS kind, (r.use & 2) <> 0 AS by_name, n.text, k.text AS "key", c.text AS scope
FROM _reference r JOIN _target g ON g.id = r.target JOIN _name n ON n.id = g.text
JOIN _name k ON k.id = g.key JOIN _name c ON c.id = g.scope
WHERE r.source BETWEEN :module AND :last AND (r.use >> 3 & 31) <> 14 GROUP BY r.target, by_name, kind
