-- The segments of the index of contents, with how many of their blocks are still in use.
-- row: id int, blocks int, text_bytes int, used int
SELECT s.id, s.blocks, s.text_bytes, coalesce(u.used, 0) AS used FROM _content_segment s LEFT JOIN (
  SELECT c.segment, sum(c.blocks) AS used FROM _content c
  WHERE c.id IN (SELECT content FROM _file WHERE content IS NOT NULL) GROUP BY c.segment) u ON u.segment = s.id
ORDER BY s.id
