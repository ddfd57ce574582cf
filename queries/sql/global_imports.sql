-- The files that import a namespace for every file of their project, by _target_key and _reference_target.
-- params: key text, scope text, snapshot int
-- row: path text
SELECT l.path FROM _name n CROSS JOIN _target g ON g.key = n.id JOIN _name sc ON sc.id = g.scope AND sc.text = :scope
CROSS JOIN _reference r ON r.target = g.id AND (r.use >> 3 & 31) = 13
JOIN _snapshot_module l ON l.module = (SELECT max(x.id) FROM _module x WHERE x.id <= r.source) AND l.snapshot = :snapshot
WHERE n.text = :key
