-- The files of a snapshot that declare something: their texts and modules.
-- params: snapshot int
-- row: position int, content int, module int, flags int, words int
SELECT f.position, f.content, f.module, f.flags, coalesce(c.words, 0) AS words
FROM _file f JOIN _content c ON c.id = f.content WHERE f.snapshot = :snapshot AND f.module IS NOT NULL ORDER BY f.position
