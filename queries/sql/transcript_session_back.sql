-- The nth newest session made here; by the index on started_at.
-- params: back int
-- row: id int, uid text
SELECT id, uid FROM _session WHERE source = '' ORDER BY started_at DESC, id DESC LIMIT 1 OFFSET :back
