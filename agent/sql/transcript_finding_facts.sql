-- What the findings of a session's events behind an event say, in order; by the unique index on (session, seq) and the index
-- on the event.
-- params: session int, after int, last int
-- row: event blob, kind text, name text, full_name text, key text, module text, importance text, notes text, verified int
SELECT e.hash AS event, f.kind, f.name, f.full_name, f."key" AS "key", f.module, f.importance, f.notes, f.verified
FROM _event e JOIN _finding f ON f.event = e.id
WHERE e.session = :session AND e.seq > :after AND e.seq <= :last ORDER BY e.seq, f.id
