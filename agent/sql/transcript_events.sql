-- A session's own events up to one of them, in order; by the unique index on (session, seq).
-- params: session int, last int
-- row: id int, seq int, at int, ms int?, kind text, tool text?, body text, hash blob, body_hash blob
SELECT e.id, e.seq, e.at, e.ms, e.kind, e.tool, b.text AS body, e.hash, b.hash AS body_hash
FROM _event e JOIN _body b ON b.id = e.body
WHERE e.session = :session AND e.seq <= :last ORDER BY e.seq
