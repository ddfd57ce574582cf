-- What agents did. An event is never changed: the triggers below refuse it, and every event's hash covers its
-- parent's, so a change made past them shows. A session's state is the fold of its events.

-- One text, however many events hold it: messages, requests, results, as JSON.
CREATE TABLE _body(
  id INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,       -- SHA-256 of the text
  text TEXT NOT NULL
);

-- One conversation. What changes about it (status, turns, tokens) is read from its events.
CREATE TABLE _session(
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,        -- 12 hexadecimal digits: how people name it
  title TEXT NOT NULL,
  mode TEXT NOT NULL,              -- ask, agent, automation, import
  model TEXT NOT NULL,             -- the specification that opens it
  project TEXT NOT NULL,           -- "" = every project
  source TEXT NOT NULL,            -- "" = made here, else the key of an imported transcript
  started_at INTEGER NOT NULL,     -- ms since 1970, UTC
  parent INTEGER REFERENCES _session(id),  -- of a fork
  parent_event INTEGER             -- the last event that a fork shares
);
CREATE INDEX _session_source ON _session(source) WHERE source <> '';
CREATE INDEX _session_started ON _session(started_at);

-- One thing that happened. A fork's first event follows an event of its parent session, so what they share is
-- stored once.
CREATE TABLE _event(
  id INTEGER PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES _session(id),
  seq INTEGER NOT NULL,            -- from 1 along the chain, shared prefix included
  parent INTEGER REFERENCES _event(id),  -- the event before; NULL = the first
  at INTEGER NOT NULL,             -- ms since 1970, UTC
  ms INTEGER,                      -- how long the effect took that this event settles
  kind TEXT NOT NULL,              -- agent/event.h
  tool TEXT,                       -- of tool_asked, tool_settled, permission
  body INTEGER NOT NULL REFERENCES _body(id),
  hash BLOB NOT NULL UNIQUE,       -- SHA-256 over the parent's hash and everything above (agent/event.h)
  UNIQUE (session, seq)
);

-- What a file held, as it was: only undo reads it. No view, search or export shows it.
CREATE TABLE _image(
  id INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,       -- SHA-256 of the bytes
  data BLOB NOT NULL
);

-- One change of one file by an agent.
CREATE TABLE _edit(
  id INTEGER PRIMARY KEY,
  event INTEGER NOT NULL REFERENCES _event(id),
  root TEXT NOT NULL,              -- the workspace
  path TEXT NOT NULL,              -- within it
  added INTEGER NOT NULL,          -- lines
  removed INTEGER NOT NULL,
  before INTEGER REFERENCES _image(id),  -- NULL = the file did not exist
  after INTEGER REFERENCES _image(id),   -- NULL = the file was removed
  undoes INTEGER REFERENCES _edit(id)    -- the edit that this one takes back
);
CREATE INDEX _edit_event ON _edit(event);
CREATE INDEX _edit_undoes ON _edit(undoes) WHERE undoes IS NOT NULL;

-- One symbol that an answer reported.
CREATE TABLE _finding(
  id INTEGER PRIMARY KEY,
  event INTEGER NOT NULL REFERENCES _event(id),
  kind TEXT NOT NULL,              -- type, field, property, method, event, other
  name TEXT NOT NULL,
  full_name TEXT NOT NULL,
  "key" TEXT NOT NULL,             -- of the symbol, "" = unknown
  module TEXT NOT NULL,
  importance TEXT NOT NULL,        -- high, medium, low
  notes TEXT NOT NULL,
  verified INTEGER NOT NULL        -- 1 = the store holds the symbol
);
CREATE INDEX _finding_event ON _finding(event);
CREATE INDEX _finding_full_name ON _finding(full_name);

-- Knowledge attached to a symbol by its key, so that it survives every import.
CREATE TABLE _note(
  id INTEGER PRIMARY KEY,
  "key" TEXT NOT NULL,             -- of the symbol: its full name, parameters included for a method
  text TEXT NOT NULL,
  author TEXT NOT NULL,            -- user, or the model's specification
  session INTEGER REFERENCES _session(id),
  at INTEGER NOT NULL              -- ms since 1970, UTC
);
CREATE INDEX _note_key ON _note("key");

-- Words of events. The row's id is the event's; the text itself is in the event's body.
CREATE VIRTUAL TABLE _event_words USING fts5(text, content='', tokenize='unicode61');

-- The session that `sessions drop` is removing: the one thing that lets the triggers below allow a DELETE.
CREATE TABLE _dropping(
  session INTEGER PRIMARY KEY
);

CREATE TRIGGER _body_fixed BEFORE UPDATE ON _body BEGIN SELECT RAISE(ABORT, 'transcripts are append-only'); END;
CREATE TRIGGER _session_fixed BEFORE UPDATE ON _session BEGIN SELECT RAISE(ABORT, 'transcripts are append-only'); END;
CREATE TRIGGER _event_fixed BEFORE UPDATE ON _event BEGIN SELECT RAISE(ABORT, 'transcripts are append-only'); END;
CREATE TRIGGER _image_fixed BEFORE UPDATE ON _image BEGIN SELECT RAISE(ABORT, 'transcripts are append-only'); END;
CREATE TRIGGER _edit_fixed BEFORE UPDATE ON _edit BEGIN SELECT RAISE(ABORT, 'transcripts are append-only'); END;
CREATE TRIGGER _finding_fixed BEFORE UPDATE ON _finding BEGIN SELECT RAISE(ABORT, 'transcripts are append-only'); END;
CREATE TRIGGER _note_fixed BEFORE UPDATE ON _note BEGIN SELECT RAISE(ABORT, 'transcripts are append-only'); END;
CREATE TRIGGER _body_kept BEFORE DELETE ON _body WHEN NOT EXISTS (SELECT 1 FROM _dropping)
BEGIN SELECT RAISE(ABORT, 'transcripts are append-only'); END;
CREATE TRIGGER _session_kept BEFORE DELETE ON _session WHEN NOT EXISTS (SELECT 1 FROM _dropping)
BEGIN SELECT RAISE(ABORT, 'transcripts are append-only'); END;
CREATE TRIGGER _event_kept BEFORE DELETE ON _event WHEN NOT EXISTS (SELECT 1 FROM _dropping)
BEGIN SELECT RAISE(ABORT, 'transcripts are append-only'); END;
CREATE TRIGGER _image_kept BEFORE DELETE ON _image WHEN NOT EXISTS (SELECT 1 FROM _dropping)
BEGIN SELECT RAISE(ABORT, 'transcripts are append-only'); END;
CREATE TRIGGER _edit_kept BEFORE DELETE ON _edit WHEN NOT EXISTS (SELECT 1 FROM _dropping)
BEGIN SELECT RAISE(ABORT, 'transcripts are append-only'); END;
CREATE TRIGGER _finding_kept BEFORE DELETE ON _finding WHEN NOT EXISTS (SELECT 1 FROM _dropping)
BEGIN SELECT RAISE(ABORT, 'transcripts are append-only'); END;
CREATE TRIGGER _note_kept BEFORE DELETE ON _note WHEN NOT EXISTS (SELECT 1 FROM _dropping)
BEGIN SELECT RAISE(ABORT, 'transcripts are append-only'); END;

-- Sessions, newest last. Turns are replies of the model; tokens are -1 where no provider counted them.
CREATE VIEW sessions AS
SELECT s.uid AS id, s.title, s.mode, s.model, s.project,
       strftime('%Y-%m-%dT%H:%M:%fZ', s.started_at / 1000.0, 'unixepoch') AS started_at,
       (SELECT strftime('%Y-%m-%dT%H:%M:%fZ', max(e.at) / 1000.0, 'unixepoch') FROM _event e WHERE e.session = s.id)
         AS ended_at,
       coalesce((SELECT json_extract(b.text, '$.status') FROM _event e JOIN _body b ON b.id = e.body
                 WHERE e.session = s.id AND e.kind = 'ended' ORDER BY e.seq DESC LIMIT 1), 'open') AS status,
       (SELECT count(*) FROM _event e WHERE e.session = s.id AND e.kind = 'model_settled') AS turns,
       (SELECT coalesce(sum(json_extract(b.text, '$.tokens_in')), -1) FROM _event e JOIN _body b ON b.id = e.body
        WHERE e.session = s.id AND e.kind = 'model_settled') AS tokens_in,
       (SELECT coalesce(sum(json_extract(b.text, '$.tokens_out')), -1) FROM _event e JOIN _body b ON b.id = e.body
        WHERE e.session = s.id AND e.kind = 'model_settled') AS tokens_out,
       (SELECT p.uid FROM _session p WHERE p.id = s.parent) AS parent
FROM _session s;

-- Events as they happened; a fork's shared prefix is its parent session's rows.
CREATE VIEW events AS
SELECT s.uid AS session, e.seq, p.seq AS parent,
       strftime('%Y-%m-%dT%H:%M:%fZ', e.at / 1000.0, 'unixepoch') AS at, e.kind, e.tool, b.text AS body
FROM _event e JOIN _session s ON s.id = e.session JOIN _body b ON b.id = e.body
LEFT JOIN _event p ON p.id = e.parent;

-- Calls of tools. A call without an output was never settled: the program stopped before it was.
CREATE VIEW tool_calls AS
SELECT s.uid AS session, a.seq, a.tool, json_extract(q.text, '$.input') AS input,
       json_extract(r.text, '$.ok') AS ok, d.ms, length(CAST(json_extract(r.text, '$.result') AS BLOB)) AS output_bytes,
       json_extract(r.text, '$.result') AS output
FROM _event a JOIN _session s ON s.id = a.session JOIN _body q ON q.id = a.body
LEFT JOIN _event d ON d.session = a.session AND d.seq = (
  SELECT min(x.seq) FROM _event x WHERE x.session = a.session AND x.seq > a.seq AND x.kind = 'tool_settled')
LEFT JOIN _body r ON r.id = d.body
WHERE a.kind = 'tool_asked';

-- Symbols that answers reported.
CREATE VIEW findings AS
SELECT s.uid AS session, f.kind, f.name, f.full_name, f."key", f.module, f.importance, f.notes, f.verified
FROM _finding f JOIN _event e ON e.id = f.event JOIN _session s ON s.id = e.session;

-- Changes of files, without what the files held.
CREATE VIEW edits AS
SELECT s.uid AS session, e.seq, d.path, d.added, d.removed,
       EXISTS (SELECT 1 FROM _edit u WHERE u.undoes = d.id) AS undone
FROM _edit d JOIN _event e ON e.id = d.event JOIN _session s ON s.id = e.session;

-- Knowledge attached to symbols.
CREATE VIEW notes AS
SELECT n."key", n.text, n.author, (SELECT s.uid FROM _session s WHERE s.id = n.session) AS session,
       strftime('%Y-%m-%dT%H:%M:%fZ', n.at / 1000.0, 'unixepoch') AS at
FROM _note n;
