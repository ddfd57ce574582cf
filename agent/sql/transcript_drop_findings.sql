-- Removes a session's findings; by the index on the event.
-- params: session int
DELETE FROM _finding WHERE event IN (SELECT id FROM _event WHERE session = :session)
