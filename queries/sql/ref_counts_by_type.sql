-- How often a type or its members are referred to in a snapshot, by kind of reference.
-- params: type text, snapshot int
-- row: kind int, count int
SELECT r.kind, count(*) AS count FROM _name n CROSS JOIN _target g ON g.type = n.id
CROSS JOIN _reference r ON r.target = g.id
JOIN _snapshot_module l ON l.module = (SELECT max(x.id) FROM _module x WHERE x.id <= r.source) AND l.snapshot = :snapshot
WHERE n.text = :type GROUP BY r.kind ORDER BY r.kind
