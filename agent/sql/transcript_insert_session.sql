-- Begins a session.
-- params: uid text, title text, mode text, model text, project text, source text, started_at int, parent int?, parent_event int?
INSERT INTO _session(uid, title, mode, model, project, source, started_at, parent, parent_event)
VALUES (:uid, :title, :mode, :model, :project, :source, :started_at, :parent, :parent_event)
