-- The segments of a part of the index, with how many of their blocks are still in use: a walk of modules and texts.
-- params: part int
-- row: id int, blocks int, text_bytes int, used int
SELECT s.id, s.blocks, s.text_bytes, coalesce(u.used, 0) AS used FROM _segment s LEFT JOIN (
  SELECT segment, sum(blocks) AS used FROM (
    SELECT m.segment, m.blocks + m.type_blocks AS blocks FROM _module m
    WHERE EXISTS (SELECT 1 FROM _snapshot_module l WHERE l.module = m.id)
    UNION ALL
    SELECT c.segment, c.blocks FROM _content c WHERE c.id IN (SELECT content FROM _file WHERE content IS NOT NULL))
  GROUP BY segment) u ON u.segment = s.id
WHERE s.part = :part ORDER BY s.id
