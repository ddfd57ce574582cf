-- A session's last own event; by the unique index on (session, seq).
-- params: session int
-- row: id int, seq int, hash blob
SELECT id, seq, hash FROM _event WHERE session = :session ORDER BY seq DESC LIMIT 1
