-- Every session with where it forked, in the order they began; a walk of the table. A parent that is gone or came later, as
-- of a damaged row, is none.
-- row: id int, uid text, mode text, title text, parent int, after int
SELECT s.id, s.uid, s.mode, s.title,
       coalesce((SELECT p.id FROM _session p WHERE p.id = s.parent AND p.id < s.id), 0) AS parent,
       coalesce((SELECT e.seq FROM _event e WHERE e.id = s.parent_event), 0) AS after
FROM _session s ORDER BY s.started_at, s.id
