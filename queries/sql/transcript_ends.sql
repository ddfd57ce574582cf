-- The last ids of what transcripts grow by.
-- row: sessions int, findings int, notes int, events int
SELECT coalesce((SELECT max(id) FROM _session), 0) AS sessions, coalesce((SELECT max(id) FROM _finding), 0) AS findings,
       coalesce((SELECT max(id) FROM _note), 0) AS notes, coalesce((SELECT max(id) FROM _event), 0) AS events
