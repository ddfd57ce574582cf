-- What a method's code means and where it lies, in a table of its own: a member of an export or of a source
-- file has neither, and paid two bytes a row for columns that said so.
CREATE TABLE _code(
  member INTEGER PRIMARY KEY,
  body INTEGER,                    -- start of the SHA-256 of engine/readers/assembly/body_meaning.h
  rva INTEGER                      -- its address in the file's image
);

DROP VIEW members;
DROP VIEW details;
INSERT INTO _code SELECT id, body, rva FROM _member WHERE body IS NOT NULL OR rva IS NOT NULL ORDER BY id;
ALTER TABLE _member DROP COLUMN rva;
ALTER TABLE _member DROP COLUMN body;

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
       CASE WHEN c.body IS NOT NULL THEN printf('%016x', c.body) END AS body
FROM _member e JOIN _type t ON t.id = e.type JOIN _module m ON m.id = t.module
JOIN _snapshot_module l ON l.module = m.id
JOIN _snapshot s ON s.id = l.snapshot AND s.visible JOIN _project p ON p.id = s.project
JOIN _name mn ON mn.id = m.name JOIN _name tf ON tf.id = t.full_name JOIN _name n ON n.id = e.name
JOIN _kind k ON k.family = 'member' AND k.number = e.kind
LEFT JOIN _name f ON f.id = e.full_name LEFT JOIN _sig g ON g.id = e.sig LEFT JOIN _sig q ON q.id = e.params
LEFT JOIN _place pl ON pl.symbol = e.id LEFT JOIN _code c ON c.member = e.id;

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
SELECT p.name, s.id, mn.text, e.id, 'rva', printf('0x%08x', c.rva),
       EXISTS (SELECT 1 FROM _head h WHERE h.snapshot = s.id)
FROM _code c JOIN _member e ON e.id = c.member JOIN _type t ON t.id = e.type JOIN _module m ON m.id = t.module
JOIN _snapshot_module l ON l.module = m.id
JOIN _snapshot s ON s.id = l.snapshot AND s.visible JOIN _project p ON p.id = s.project
JOIN _name mn ON mn.id = m.name
WHERE c.rva IS NOT NULL;
