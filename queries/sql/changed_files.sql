-- The files of a snapshot that another does not hold, or holds otherwise (in_other).
-- A binary is told by its id, where both have one; a file above the cap of an import may have none.
-- (+: the other's file by the path's index; without it SQLite walks all of its files for each of these.)
-- params: snapshot int, other int
-- row: path text, content int?, lines int, in_other int
SELECT n.text AS path, f.content, coalesce(c.lines, 0) AS lines, o.path IS NOT NULL AS in_other
FROM _file f JOIN _name n ON n.id = f.path LEFT JOIN _content c ON c.id = f.content
LEFT JOIN _file o ON o.path = f.path AND +o.snapshot = :other
WHERE f.snapshot = :snapshot
  AND (o.path IS NULL OR o.content IS NOT f.content
       OR ((f.content IS NULL OR (f.flags & 4) <> 0) AND (o.size <> f.size OR o.object <> f.object)))
ORDER BY f.position
