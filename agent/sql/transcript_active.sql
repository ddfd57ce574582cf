-- The sessions in which something happened in a time; a walk of the sessions.
-- params: since int, until int
-- row: id int, uid text, title text, project text, mode text, source text, model text
SELECT s.id, s.uid, s.title, s.project, s.mode, s.source, s.model FROM _session s
WHERE EXISTS (SELECT 1 FROM _event e WHERE e.session = s.id AND e.at >= :since AND e.at < :until) ORDER BY s.id
