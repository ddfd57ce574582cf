-- What refers to a key, in any snapshot, by _target_key and _reference_target alone.
-- params: key int
-- row: source int, kind int
SELECT r.source, r.kind FROM _target g CROSS JOIN _reference r ON r.target = g.id WHERE g.key = :key
