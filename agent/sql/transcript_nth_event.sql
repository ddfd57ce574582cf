-- The own event of a session that so many stand before; by the unique index on (session, seq).
-- params: session int, before int
-- row: id int, seq int, hash blob
SELECT id, seq, hash FROM _event WHERE session = :session ORDER BY seq LIMIT 1 OFFSET :before
