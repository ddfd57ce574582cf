-- Where each session ends, so that events missing from its end are noticed; edits of other programs' sessions, whose
-- contents may be unknown; and undoing that was itself taken back.

-- The end of a session's own events. Every append moves it, so it is no part of what is append-only: its hash vouches
-- for it, and a copy kept elsewhere (`dossier sessions heads`) for both.
CREATE TABLE _session_end(
  session INTEGER PRIMARY KEY REFERENCES _session(id),
  events INTEGER NOT NULL,         -- of the session itself
  edits BLOB NOT NULL,             -- SHA-256 over its edits, one after another
  hash BLOB                        -- SHA-256 over the session, its last event and the above (agent/session_end.h); NULL = not kept then
);
INSERT INTO _session_end(session, events, edits, hash)
SELECT s.id, (SELECT count(*) FROM _event e WHERE e.session = s.id), zeroblob(32), NULL FROM _session s;

ALTER TABLE _edit ADD COLUMN images INTEGER NOT NULL DEFAULT 1;
-- _edit.images: 0 = what the file held is not known: before and after say nothing

DROP VIEW edits;
-- Changes of files, without what the files held. An undo is an edit, too; one that was taken back undoes nothing.
CREATE VIEW edits AS
SELECT s.uid AS session, e.seq, d.path, d.added, d.removed,
       EXISTS (SELECT 1 FROM _edit u WHERE u.undoes = d.id AND NOT EXISTS (SELECT 1 FROM _edit r WHERE r.undoes = u.id))
         AS undone
FROM _edit d JOIN _event e ON e.id = d.event JOIN _session s ON s.id = e.session;

DROP VIEW sessions;
-- Sessions, newest last. Turns are replies of the model; tokens are -1 where no provider counted them.
CREATE VIEW sessions AS
SELECT s.uid AS id, s.title, s.mode, s.model, s.project,
       strftime('%Y-%m-%dT%H:%M:%fZ', s.started_at / 1000.0, 'unixepoch') AS started_at,
       (SELECT strftime('%Y-%m-%dT%H:%M:%fZ', max(e.at) / 1000.0, 'unixepoch') FROM _event e WHERE e.session = s.id)
         AS ended_at,
       coalesce((SELECT json_extract(b.text, '$.status') FROM _event e JOIN _body b ON b.id = e.body
                 WHERE e.session = s.id AND e.kind = 'ended' ORDER BY e.seq DESC LIMIT 1), 'open') AS status,
       (SELECT count(*) FROM _event e JOIN _body b ON b.id = e.body
        WHERE e.session = s.id AND e.kind = 'model_settled' AND json_extract(b.text, '$.usage') IS NULL) AS turns,
       (SELECT coalesce(sum(json_extract(b.text, '$.tokens_in')), -1) FROM _event e JOIN _body b ON b.id = e.body
        WHERE e.session = s.id AND e.kind = 'model_settled') AS tokens_in,
       (SELECT coalesce(sum(json_extract(b.text, '$.tokens_out')), -1) FROM _event e JOIN _body b ON b.id = e.body
        WHERE e.session = s.id AND e.kind = 'model_settled') AS tokens_out,
       (SELECT p.uid FROM _session p WHERE p.id = s.parent) AS parent
FROM _session s;

DROP VIEW tool_calls;
-- Calls of tools. A call without an output was never settled: the program stopped before it was, or nobody waited.
CREATE VIEW tool_calls AS
SELECT s.uid AS session, a.seq, a.tool, json_extract(q.text, '$.input') AS input,
       json_extract(r.text, '$.ok') AS ok, d.ms, length(CAST(json_extract(r.text, '$.result') AS BLOB)) AS output_bytes,
       json_extract(r.text, '$.result') AS output
FROM _event a JOIN _session s ON s.id = a.session JOIN _body q ON q.id = a.body
LEFT JOIN _event d ON d.session = a.session AND d.kind = 'tool_settled' AND d.seq = (
  SELECT min(x.seq) FROM _event x WHERE x.session = a.session AND x.seq > a.seq AND x.tool IS a.tool
    AND x.kind IN ('tool_asked', 'tool_settled'))
LEFT JOIN _body r ON r.id = d.body
WHERE a.kind = 'tool_asked';
