-- The sessions whose id begins with a text; a range of the unique index.
-- params: low text, high text
-- row: id int, uid text
SELECT id, uid FROM _session WHERE uid >= :low AND uid < :high LIMIT 2
