-- What refers to a definition, by its key, in discovery order, by _target_key and _reference_target.
-- params: key text, snapshot int
-- row: source int, use int, module_id int, kind int, target text, target_scope text, by_name int, il_offset int?, line int?, module text, path text
SELECT r.source, r.use, m.id AS module_id, r.use >> 3 & 31 AS kind, tt.text AS target, sc.text AS target_scope, (r.use & 2) <> 0 AS by_name, CASE WHEN r.use & 4 THEN r.at END AS il_offset, CASE WHEN r.use & 4 = 0 THEN r.at END AS line,
       mn.text AS module, l.path
FROM _name n CROSS JOIN _target g ON g.key = n.id CROSS JOIN _reference r ON r.target = g.id
JOIN _snapshot_module l ON l.module = (SELECT max(x.id) FROM _module x WHERE x.id <= r.source) AND l.snapshot = :snapshot
JOIN _module m ON m.id = l.module JOIN _name mn ON mn.id = m.name
JOIN _name tt ON tt.id = g.text JOIN _name sc ON sc.id = g.scope
WHERE n.text = :key ORDER BY l.position, r.source, r.use
