-- What refers to a definition, by its key, in any snapshot: by _target_key and _reference_target alone.
-- params: key text
-- row: source int, use int, kind int, scope int, type int
SELECT r.source, r.use, r.use >> 3 & 31 AS kind, g.scope, g.type
FROM _name n CROSS JOIN _target g ON g.key = n.id CROSS JOIN _reference r ON r.target = g.id
WHERE n.text = :key
