-- The symbols that an answer reported, in its order; by the index on the event.
-- params: event int
-- row: kind text, name text, full_name text, key text, module text, importance text, notes text, verified int
SELECT kind, name, full_name, "key" AS "key", module, importance, notes, verified
FROM _finding WHERE event = :event ORDER BY id
