-- The columns of a table, in its order: pk counts those of its key from 1.
-- params: name text
-- row: cid int, type text, pk int
SELECT cid, type, pk FROM pragma_table_xinfo(:name) ORDER BY cid
