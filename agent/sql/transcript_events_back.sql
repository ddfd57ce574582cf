-- A session's own events before one of them, newest first; by the unique index on (session, seq).
-- params: session int, before int, limit int
-- row: id int, seq int, at int, ms int?, kind text, tool text?, body text
SELECT e.id, e.seq, e.at, e.ms, e.kind, e.tool, b.text AS body
FROM _event e JOIN _body b ON b.id = e.body
WHERE e.session = :session AND e.seq < :before ORDER BY e.seq DESC LIMIT :limit
