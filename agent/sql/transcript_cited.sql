-- The sessions that reported a symbol; by the index on its full name.
-- params: full_name text
-- row: session text, seq int, importance text, notes text, verified int
SELECT s.uid AS session, e.seq, f.importance, f.notes, f.verified
FROM _finding f JOIN _event e ON e.id = f.event JOIN _session s ON s.id = e.session
WHERE f.full_name = :full_name ORDER BY e.id
