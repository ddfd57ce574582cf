-- `key` and `full_name` of members by sub-queries: SQLite reads what is left of an outer join before it, so a join of `refs` with
-- `members` by either compared each reference with each member, whatever else was asked of them.
DROP VIEW members;

-- One row per field, method, property and event of a snapshot. Equality on full_name scans: look it up by
-- type and name, or through the virtual table symbols. Two builds of the same code have the same body; visibility and
-- end_line are as in types.
CREATE VIEW members AS
SELECT p.name AS project, s.id AS snapshot, mn.text AS module, tf.text AS type, k.name AS kind,
       n.text AS name,
       coalesce((SELECT f.text FROM _name f WHERE f.id = iif(e.full_name = 0, e.name, e.full_name)),
                tf.text || '.' || n.text) AS full_name,
       CASE WHEN e.flags & 1048576 THEN replace(g.text, char(1), n.text) ELSE coalesce(g.text, '') END
         AS signature,
       tf.text || '.' || n.text ||
         coalesce((SELECT q.text FROM _sig q WHERE q.id = e.params), CASE e.kind WHEN 1 THEN '()' ELSE '' END) AS key,
       (e.flags & 1) <> 0 AS is_static, (e.flags & 2) <> 0 AS is_public, e.line,
       EXISTS (SELECT 1 FROM _head h WHERE h.snapshot = s.id) AS is_latest, e.token, e.id AS symbol,
       CASE WHEN c.body IS NOT NULL THEN printf('%016x', c.body) END AS body,
       e.line + e.more_lines AS end_line,
       CASE WHEN e.flags & 2 THEN 'public' WHEN e.flags & 96 = 96 THEN 'protected internal'
            WHEN e.flags & 32 THEN 'protected' WHEN e.flags & 64 THEN 'internal'
            WHEN e.flags & 128 THEN 'private' ELSE '' END AS visibility
FROM _member e JOIN _type t ON t.id = e.type JOIN _module m ON m.id = t.module
JOIN _snapshot_module l ON l.module = m.id
JOIN _snapshot s ON s.id = l.snapshot AND s.visible JOIN _project p ON p.id = s.project
JOIN _name mn ON mn.id = m.name JOIN _name tf ON tf.id = t.full_name JOIN _name n ON n.id = e.name
JOIN _kind k ON k.family = 'member' AND k.number = e.kind
LEFT JOIN _sig g ON g.id = e.sig LEFT JOIN _code c ON c.member = e.id;
