-- How often a definition is referred to in a snapshot, by kind of reference.
-- params: key text, snapshot int
-- row: kind int, count int
SELECT r.kind, count(*) AS count FROM _name n CROSS JOIN _target g ON g.key = n.id
CROSS JOIN _reference r ON r.target = g.id
JOIN _snapshot_module l ON l.module = (SELECT max(x.id) FROM _module x WHERE x.id <= r.source) AND l.snapshot = :snapshot
WHERE n.text = :key GROUP BY r.kind ORDER BY r.kind
