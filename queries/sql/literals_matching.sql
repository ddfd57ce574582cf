-- The literals of a snapshot whose value matches, in discovery order: each distinct value is tried once.
-- params: pattern text, snapshot int
-- row: source int, is_string int, value text, il_offset int?, line int?, module text, path text
SELECT r.source, r.is_string, v.text AS value, r.il_offset, r.line, mn.text AS module, l.path
FROM _literal_text d CROSS JOIN _name v ON v.id = d.id AND v.text REGEXP :pattern
CROSS JOIN _literal r ON r.value = v.id
JOIN _snapshot_module l ON l.module = (SELECT max(x.id) FROM _module x WHERE x.id <= r.source) AND l.snapshot = :snapshot
JOIN _module m ON m.id = l.module JOIN _name mn ON mn.id = m.name
ORDER BY l.position, r.source, r.seq
