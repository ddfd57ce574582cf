-- Removes a session, once nothing of it is left.
-- params: session int
DELETE FROM _session WHERE id = :session
