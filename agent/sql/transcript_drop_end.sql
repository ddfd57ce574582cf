-- Removes where a session ends; by its id.
-- params: session int
DELETE FROM _session_end WHERE session = :session
