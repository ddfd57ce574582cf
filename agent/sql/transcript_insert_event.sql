-- Adds an event to the end of a session.
-- params: session int, seq int, parent int?, at int, ms int?, kind text, tool text?, body int, hash blob
INSERT INTO _event(session, seq, parent, at, ms, kind, tool, body, hash)
VALUES (:session, :seq, :parent, :at, :ms, :kind, :tool, :body, :hash)
