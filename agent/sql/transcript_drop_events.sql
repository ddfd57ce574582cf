-- Removes a session's events; by the unique index on (session, seq).
-- params: session int
DELETE FROM _event WHERE session = :session
