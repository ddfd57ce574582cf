-- What an index holds: cid of the table's column, or -1 for the rowid. is_plain: rising, by bytes.
-- params: name text
-- row: cid int, is_plain int
SELECT cid, "desc" = 0 AND coll = 'BINARY' AS is_plain FROM pragma_index_xinfo(:name) ORDER BY seqno
