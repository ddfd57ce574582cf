-- What rows say that other rows tell otherwise, for a check of the database: reads them all.
-- row: line text
WITH held(module, types, members, spanned, "references") AS MATERIALIZED (
  SELECT m.id, count(t.id), (SELECT count(*) FROM _member e WHERE e.id BETWEEN m.id AND m.last),
         coalesce(sum(1 + t.last - t.id), 0),
         (SELECT count(*) FROM _reference r WHERE r.source BETWEEN m.id AND m.last)
  FROM _module m LEFT JOIN _type t ON t.id BETWEEN m.id AND m.last GROUP BY m.id)
SELECT 'module ' || m.id || ' counts other symbols than it has' AS line FROM _module m JOIN held h ON h.module = m.id
WHERE h.types + h.members <> m.last - m.id OR h.spanned <> m.last - m.id
UNION ALL
SELECT 'type ' || t.id || ' counts other members than it has' FROM _type t
WHERE t.last - t.id <> (SELECT count(*) FROM _member e WHERE e.id BETWEEN t.id AND t.last AND e.type = t.id)
UNION ALL
SELECT 'type ' || t.id || ' stands outside of its module' FROM _type t
WHERE NOT EXISTS (SELECT 1 FROM _module m WHERE m.id = t.module AND t.id BETWEEN m.id AND m.last)
UNION ALL
SELECT 'snapshot ' || s.id || ' counts other modules, symbols or files than it has' FROM _snapshot s
WHERE s.visible AND (s.modules, s.types, s.members, s."references", s.files) IS NOT (
  SELECT count(*), total(h.types), total(h.members), total(h."references"),
         (SELECT count(*) FROM _file f WHERE f.snapshot = s.id)
  FROM _snapshot_module l JOIN held h ON h.module = l.module WHERE l.snapshot = s.id)
UNION ALL
SELECT 'project ' || h.project || ' has another newest snapshot' FROM _head h
WHERE h.snapshot IS NOT (SELECT max(id) FROM _snapshot s WHERE s.project = h.project AND s.visible)
UNION ALL
SELECT 'the text of literal ' || value || ' is not listed' FROM _literal
WHERE value NOT IN (SELECT id FROM _literal_text)
