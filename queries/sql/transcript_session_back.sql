-- The newest sessions made here, so many at most; by the index on started_at.
-- params: most int
-- row: id int, uid text
SELECT id, uid FROM _session WHERE source = '' ORDER BY started_at DESC, id DESC LIMIT :most
