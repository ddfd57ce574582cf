-- An event's place in its session; by its id.
-- params: event int
-- row: session int, seq int
SELECT session, seq FROM _event WHERE id = :event
