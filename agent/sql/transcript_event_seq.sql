-- An event's place in its session; by its id.
-- params: event int
-- row: id int, session int, seq int, hash blob
SELECT id, session, seq, hash FROM _event WHERE id = :event
