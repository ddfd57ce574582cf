-- Notes on symbols whose key holds a text, newest first; a walk of the notes.
-- params: text text, limit int
-- row: key text, text text, author text, session text, at int
SELECT n."key" AS "key", n.text, n.author, coalesce((SELECT s.uid FROM _session s WHERE s.id = n.session), '') AS session, n.at
FROM _note n WHERE instr(lower(n."key"), lower(:text)) > 0 ORDER BY n.at DESC, n.id DESC LIMIT :limit
