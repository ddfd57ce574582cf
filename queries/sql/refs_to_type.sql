-- What refers to a type or its members, in any snapshot: by _target_type and _reference_target alone.
-- params: type text
-- row: source int, use int, kind int, scope int, type int
SELECT r.source, r.use, r.use >> 3 & 31 AS kind, g.scope, g.type
FROM _name n CROSS JOIN _target g ON g.type = n.id CROSS JOIN _reference r ON r.target = g.id
WHERE n.text = :type
