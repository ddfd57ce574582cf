-- Where symbols end in their source, and who may name them.

-- One row per type of a snapshot. visibility is public, protected, protected internal, internal or private, empty where
-- the source does not say; end_line is its last line, null where line is.
DROP VIEW types;
CREATE VIEW types AS
SELECT p.name AS project, s.id AS snapshot, mn.text AS module, ns.text AS namespace, n.text AS name,
       f.text AS full_name, coalesce(b.text, '') AS base_type, coalesce(k.text, '') AS kind,
       (t.flags & 2) <> 0 AS is_public,
       coalesce((SELECT sp.path FROM _source_path sp
                 WHERE sp.source_set = l.sources AND sp.ordinal = t.id - t.module), '') AS source_path,
       pl.line, EXISTS (SELECT 1 FROM _head h WHERE h.snapshot = s.id) AS is_latest,
       (t.flags & 4) <> 0 AS is_abstract, (t.flags & 8) <> 0 AS is_sealed, (t.flags & 1) <> 0 AS is_static,
       t.token, t.id AS symbol, pl.end_line,
       CASE WHEN t.flags & 2 THEN 'public' WHEN t.flags & 96 = 96 THEN 'protected internal'
            WHEN t.flags & 32 THEN 'protected' WHEN t.flags & 64 THEN 'internal'
            WHEN t.flags & 128 THEN 'private' ELSE '' END AS visibility
FROM _type t JOIN _module m ON m.id = t.module JOIN _snapshot_module l ON l.module = m.id
JOIN _snapshot s ON s.id = l.snapshot AND s.visible JOIN _project p ON p.id = s.project
JOIN _name mn ON mn.id = m.name JOIN _name ns ON ns.id = t.name_space JOIN _name n ON n.id = t.name
JOIN _name f ON f.id = t.full_name LEFT JOIN _name b ON b.id = t.base_type
LEFT JOIN _name k ON k.id = t.kind LEFT JOIN _place pl ON pl.symbol = t.id;

-- One row per field, method, property and event of a snapshot. Equality on full_name scans: look it up by
-- type and name, or through the virtual table symbols. Two builds of the same code have the same body; visibility and
-- end_line are as in types.
DROP VIEW members;
CREATE VIEW members AS
SELECT p.name AS project, s.id AS snapshot, mn.text AS module, tf.text AS type, k.name AS kind,
       n.text AS name, coalesce(f.text, tf.text || '.' || n.text) AS full_name,
       CASE WHEN e.flags & 1048576 THEN replace(g.text, char(1), n.text) ELSE coalesce(g.text, '') END
         AS signature,
       tf.text || '.' || n.text || coalesce(q.text, CASE e.kind WHEN 1 THEN '()' ELSE '' END) AS key,
       (e.flags & 1) <> 0 AS is_static, (e.flags & 2) <> 0 AS is_public, pl.line,
       EXISTS (SELECT 1 FROM _head h WHERE h.snapshot = s.id) AS is_latest, e.token, e.id AS symbol,
       CASE WHEN c.body IS NOT NULL THEN printf('%016x', c.body) END AS body, pl.end_line,
       CASE WHEN e.flags & 2 THEN 'public' WHEN e.flags & 96 = 96 THEN 'protected internal'
            WHEN e.flags & 32 THEN 'protected' WHEN e.flags & 64 THEN 'internal'
            WHEN e.flags & 128 THEN 'private' ELSE '' END AS visibility
FROM _member e JOIN _type t ON t.id = e.type JOIN _module m ON m.id = t.module
JOIN _snapshot_module l ON l.module = m.id
JOIN _snapshot s ON s.id = l.snapshot AND s.visible JOIN _project p ON p.id = s.project
JOIN _name mn ON mn.id = m.name JOIN _name tf ON tf.id = t.full_name JOIN _name n ON n.id = e.name
JOIN _kind k ON k.family = 'member' AND k.number = e.kind
LEFT JOIN _name f ON f.id = e.full_name LEFT JOIN _sig g ON g.id = e.sig LEFT JOIN _sig q ON q.id = e.params
LEFT JOIN _place pl ON pl.symbol = e.id LEFT JOIN _code c ON c.member = e.id;
