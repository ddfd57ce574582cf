-- A session's own facts; by its id.
-- params: session int
-- row: uid text, title text, mode text, model text, project text, source text, started_at int, parent int?, parent_event int?
SELECT uid, title, mode, model, project, source, started_at, parent, parent_event FROM _session WHERE id = :session
