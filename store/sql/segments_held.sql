-- The segments of the index of symbols, with how many of their blocks are still in use.
-- row: id int, blocks int, text_bytes int, used int
SELECT s.id, s.blocks, s.text_bytes, coalesce(u.used, 0) AS used FROM _segment s LEFT JOIN (
  SELECT m.segment, sum(m.blocks + m.type_blocks) AS used FROM _module m
  WHERE EXISTS (SELECT 1 FROM _snapshot_module l WHERE l.module = m.id) GROUP BY m.segment) u ON u.segment = s.id
ORDER BY s.id
