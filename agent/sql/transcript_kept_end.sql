-- Where a session was recorded to end; by its id.
-- params: session int
-- row: events int, edits blob, hash blob?
SELECT events, edits, hash FROM _session_end WHERE session = :session
