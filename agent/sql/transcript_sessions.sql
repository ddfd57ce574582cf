-- Sessions, the newest first; a walk of the table.
-- params: limit int
-- row: id text, title text, mode text, model text, project text, started_at text, ended_at text, status text, turns int, tokens_in int, tokens_out int, parent text
SELECT id, title, mode, model, project, coalesce(started_at, '') AS started_at, coalesce(ended_at, '') AS ended_at, status, turns, tokens_in,
       tokens_out, coalesce(parent, '') AS parent
FROM sessions ORDER BY sessions.started_at DESC, id LIMIT :limit
