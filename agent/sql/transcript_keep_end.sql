-- Moves a session's end; by its id.
-- params: session int, events int, edits blob, hash blob
INSERT INTO _session_end(session, events, edits, hash) VALUES (:session, :events, :edits, :hash)
ON CONFLICT(session) DO UPDATE SET events = excluded.events, edits = excluded.edits, hash = excluded.hash
