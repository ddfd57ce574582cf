-- What the file has to be, and to hold, that a method's code is shown from: its hash, its Mvid and the
-- body's hash, as far as they are known. One module may lie at several paths of a snapshot.
-- params: symbol int, module int, snapshot int, path text
-- row: file blob?, mvid text?, body int?
SELECT l.file, (SELECT d.text FROM _detail d WHERE d.symbol = :module AND d.kind = 8) AS mvid,
       (SELECT c.body FROM _code c WHERE c.member = :symbol) AS body
FROM _snapshot_module l WHERE l.module = :module AND l.snapshot = :snapshot AND l.path = :path
