-- What a method's code means, and where it lies: a column each, because nearly every method has both.
-- The start of the SHA-256 of engine/readers/assembly/body_meaning.h; null: no IL is known.
ALTER TABLE _member ADD COLUMN body INTEGER;
-- Its address in the file's image (before this migration a row of _detail).
ALTER TABLE _member ADD COLUMN rva INTEGER;

DROP VIEW members;
-- One row per field, method, property and event of a snapshot. Equality on full_name scans: look it up by
-- type and name, or through the virtual table symbols. Two builds of the same code have the same body.
CREATE VIEW members AS
SELECT p.name AS project, s.id AS snapshot, mn.text AS module, tf.text AS type, k.name AS kind,
       n.text AS name, coalesce(f.text, tf.text || '.' || n.text) AS full_name,
       CASE WHEN e.flags & 1048576 THEN replace(g.text, char(1), n.text) ELSE coalesce(g.text, '') END
         AS signature,
       tf.text || '.' || n.text || coalesce(q.text, CASE e.kind WHEN 1 THEN '()' ELSE '' END) AS key,
       (e.flags & 1) <> 0 AS is_static, (e.flags & 2) <> 0 AS is_public, pl.line,
       EXISTS (SELECT 1 FROM _head h WHERE h.snapshot = s.id) AS is_latest, e.token, e.id AS symbol,
       CASE WHEN e.body IS NOT NULL THEN printf('%016x', e.body) END AS body
FROM _member e JOIN _type t ON t.id = e.type JOIN _module m ON m.id = t.module
JOIN _snapshot_module l ON l.module = m.id
JOIN _snapshot s ON s.id = l.snapshot AND s.visible JOIN _project p ON p.id = s.project
JOIN _name mn ON mn.id = m.name JOIN _name tf ON tf.id = t.full_name JOIN _name n ON n.id = e.name
JOIN _kind k ON k.family = 'member' AND k.number = e.kind
LEFT JOIN _name f ON f.id = e.full_name LEFT JOIN _sig g ON g.id = e.sig LEFT JOIN _sig q ON q.id = e.params
LEFT JOIN _place pl ON pl.symbol = e.id;

DROP VIEW details;
-- Attributes, constants, constraints, addresses and doc comments, one row each.
CREATE VIEW details AS
SELECT p.name AS project, s.id AS snapshot, mn.text AS module, d.symbol, k.name AS kind, d.text,
       EXISTS (SELECT 1 FROM _head h WHERE h.snapshot = s.id) AS is_latest
FROM _detail d
JOIN _module m ON m.id = (SELECT max(x.id) FROM _module x WHERE x.id <= d.symbol)
JOIN _snapshot_module l ON l.module = m.id
JOIN _snapshot s ON s.id = l.snapshot AND s.visible JOIN _project p ON p.id = s.project
JOIN _name mn ON mn.id = m.name
JOIN _kind k ON k.family = 'detail' AND k.number = d.kind
UNION ALL
SELECT p.name, s.id, mn.text, e.id, 'rva', printf('0x%08x', e.rva),
       EXISTS (SELECT 1 FROM _head h WHERE h.snapshot = s.id)
FROM _member e JOIN _type t ON t.id = e.type JOIN _module m ON m.id = t.module
JOIN _snapshot_module l ON l.module = m.id
JOIN _snapshot s ON s.id = l.snapshot AND s.visible JOIN _project p ON p.id = s.project
JOIN _name mn ON mn.id = m.name
WHERE e.rva IS NOT NULL;
