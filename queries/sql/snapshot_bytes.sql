-- The bytes of each finished snapshot: of its files; without files, of the names and signatures that are kept of its
-- symbols, to within a block of the search index.
-- row: snapshot int, bytes int
SELECT s.id AS snapshot, coalesce(CASE WHEN s.files > 0
  THEN (SELECT sum(f.size) FROM _file f WHERE f.snapshot = s.id)
  ELSE (SELECT sum(m.blocks * g.text_bytes / g.blocks) FROM _snapshot_module l JOIN _module m ON m.id = l.module
        JOIN _segment g ON g.id = m.segment WHERE l.snapshot = s.id) END, 0) AS bytes
FROM _snapshot s WHERE s.visible ORDER BY s.id
