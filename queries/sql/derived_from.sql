-- The types of a snapshot that name a type as base or interface, by its full name, in discovery order.
-- params: type text, snapshot int
-- row: symbol int, kind int, target text, full_name text, type_kind text, module text, path text
SELECT r.source AS symbol, r.kind, tt.text AS target, f.text AS full_name, coalesce(k.text, '') AS type_kind,
       mn.text AS module, l.path
FROM _name n CROSS JOIN _target g ON g.key = n.id CROSS JOIN _reference r ON r.target = g.id AND r.kind IN (8, 9)
JOIN _type t ON t.id = r.source JOIN _snapshot_module l ON l.module = t.module AND l.snapshot = :snapshot
JOIN _name f ON f.id = t.full_name JOIN _module m ON m.id = t.module JOIN _name mn ON mn.id = m.name
JOIN _name tt ON tt.id = g.text LEFT JOIN _name k ON k.id = t.kind
WHERE n.text = :type ORDER BY l.position, r.source, r.seq
