-- One reference, by its primary key.
-- params: source int, use int
-- row: target text, target_type text, target_scope text, target_key text, by_name int, il_offset int?, line int?, column int?
SELECT tt.text AS target, ty.text AS target_type, sc.text AS target_scope, ke.text AS target_key, (r.use & 2) <> 0 AS by_name, CASE WHEN r.use & 4 THEN r.at END AS il_offset, CASE WHEN r.use & 4 = 0 THEN r.at END AS line,
       r."column" AS "column"
FROM _reference r JOIN _target g ON g.id = r.target JOIN _name tt ON tt.id = g.text JOIN _name ty ON ty.id = g.type
JOIN _name sc ON sc.id = g.scope JOIN _name ke ON ke.id = g.key
WHERE r.source = :source AND r.use = :use
