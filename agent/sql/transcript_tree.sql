-- Every session with where it forked, in the order they began; a walk of the table.
-- row: id int, uid text, mode text, title text, parent int, after int
SELECT s.id, s.uid, s.mode, s.title, coalesce(s.parent, 0) AS parent,
       coalesce((SELECT e.seq FROM _event e WHERE e.id = s.parent_event), 0) AS after
FROM _session s ORDER BY s.started_at, s.id
