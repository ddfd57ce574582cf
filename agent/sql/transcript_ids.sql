-- Every session, in the order they were stored; a walk of the table.
-- row: id int, uid text
SELECT id, uid FROM _session ORDER BY id
