-- Removes a session's edits; by the index on the event.
-- params: session int
DELETE FROM _edit WHERE event IN (SELECT id FROM _event WHERE session = :session)
