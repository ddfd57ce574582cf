-- The edit that an event of a session made; by the unique index on (session, seq).
-- params: session int, seq int
-- row: id int
SELECT d.id FROM _event e JOIN _edit d ON d.event = e.id WHERE e.session = :session AND e.seq = :seq
