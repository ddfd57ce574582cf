-- How many events a session has of its own; by the unique index on (session, seq).
-- params: session int
-- row: events int
SELECT count(*) AS events FROM _event WHERE session = :session
