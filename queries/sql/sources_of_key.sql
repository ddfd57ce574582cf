-- What refers to a key, in any snapshot, by _target_key and _reference_target alone.
-- params: key int
-- row: source int, use int, kind int, by_name int, type int
SELECT r.source, r.use, r.use >> 3 & 31 AS kind, (r.use & 2) <> 0 AS by_name, g.type FROM _target g CROSS JOIN _reference r ON r.target = g.id WHERE g.key = :key
