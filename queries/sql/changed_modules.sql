-- The modules of a snapshot that another does not hold as they are: it lacks the module, or the text of its file is another
-- there. (A module is what a file declares and refers to; a changed operator is neither.)
-- (+: the other's file by the path's index, as in changed_files.sql.)
-- params: snapshot int, other int
-- row: module int, last int, name text, path text, kind int, full_name text
SELECT l.module, m.last, n.text AS name, l.path, m.kind, w.text AS full_name
FROM _snapshot_module l JOIN _module m ON m.id = l.module JOIN _name n ON n.id = m.name
JOIN _name w ON w.id = m.full_name
WHERE l.snapshot = :snapshot
  AND (NOT EXISTS (SELECT 1 FROM _snapshot_module o WHERE o.module = l.module AND o.snapshot = :other)
       OR l.module IN (SELECT f.module FROM _file f JOIN _file o ON o.path = f.path AND +o.snapshot = :other
                       WHERE f.snapshot = :snapshot AND f.content IS NOT o.content))
ORDER BY l.position
