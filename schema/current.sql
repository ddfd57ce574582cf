CREATE TABLE _body(
  id INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,       -- SHA-256 of the text
  text TEXT NOT NULL
);

CREATE TABLE _code(
  member INTEGER PRIMARY KEY,
  body INTEGER,                    -- start of the SHA-256 of engine/readers/assembly/body_meaning.h
  rva INTEGER                      -- its address in the file's image
);

CREATE TABLE _content(
  id INTEGER PRIMARY KEY,
  hash BLOB NOT NULL,              -- SHA-256 of the text
  bytes INTEGER NOT NULL,          -- of the text
  lines INTEGER NOT NULL,
  ends INTEGER NOT NULL,           -- 1: the last line ends in a newline
  segment INTEGER NOT NULL,        -- where its lines stand in the content index: _content_segment.id
  first_block INTEGER NOT NULL,
  blocks INTEGER NOT NULL
, words INTEGER);

CREATE VIRTUAL TABLE _content_word USING fts5(words, content = '', detail = none, columnsize = 0, tokenize = 'ascii');

CREATE TABLE '_content_word_config'(k PRIMARY KEY, v) WITHOUT ROWID;

CREATE TABLE '_content_word_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE '_content_word_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE TABLE _detail(
  symbol INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY(symbol, seq)
) WITHOUT ROWID;

CREATE TABLE _dropping(
  session INTEGER PRIMARY KEY
);

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
, images INTEGER NOT NULL DEFAULT 1);

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

CREATE VIRTUAL TABLE _event_words USING fts5(text, content='', tokenize='unicode61');

CREATE TABLE '_event_words_config'(k PRIMARY KEY, v) WITHOUT ROWID;

CREATE TABLE '_event_words_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE '_event_words_docsize'(id INTEGER PRIMARY KEY, sz BLOB);

CREATE TABLE '_event_words_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE TABLE _file(
  snapshot INTEGER NOT NULL REFERENCES _snapshot(id),
  position INTEGER NOT NULL,
  path INTEGER NOT NULL REFERENCES _name(id),
  language INTEGER REFERENCES _name(id),
  content INTEGER REFERENCES _content(id),  -- null: a binary, or above the cap
  module INTEGER REFERENCES _module(id),    -- what it declares, where its language is read
  size INTEGER NOT NULL,           -- bytes of the file
  mtime INTEGER NOT NULL,          -- ns since 1970; 0 in a revision
  object BLOB,                     -- git's object id
  flags INTEGER NOT NULL, damaged INTEGER NOT NULL DEFAULT 0,          -- 1 generated, 2 vendored, 4 binary
  PRIMARY KEY(snapshot, position)
) WITHOUT ROWID;

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

CREATE TABLE _head(
  project INTEGER PRIMARY KEY REFERENCES _project(id),
  snapshot INTEGER NOT NULL UNIQUE REFERENCES _snapshot(id)
);

CREATE TABLE _identity(
  id TEXT NOT NULL                 -- 32 hexadecimal digits, at random
);

CREATE TABLE _image(
  id INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,       -- SHA-256 of the bytes
  data BLOB NOT NULL
);

CREATE TABLE _import(
  id INTEGER PRIMARY KEY CHECK (id = 1),
  snapshot INTEGER NOT NULL,
  project INTEGER NOT NULL,
  name INTEGER NOT NULL,
  sig INTEGER NOT NULL,
  symbol INTEGER NOT NULL,
  segment INTEGER NOT NULL,
  target INTEGER NOT NULL,
  source_set INTEGER NOT NULL,
  content INTEGER NOT NULL
);

CREATE TABLE _kind(
  family TEXT NOT NULL,
  number INTEGER NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY(family, number)
) WITHOUT ROWID;

CREATE TABLE _literal(
  source INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  is_string INTEGER NOT NULL,
  value INTEGER NOT NULL REFERENCES _name(id),
  il_offset INTEGER,
  line INTEGER,
  PRIMARY KEY(source, seq)
) WITHOUT ROWID;

CREATE TABLE _literal_text(
  id INTEGER PRIMARY KEY REFERENCES _name(id)
);

CREATE TABLE _member(
  id INTEGER PRIMARY KEY,
  type INTEGER NOT NULL REFERENCES _type(id),
  name INTEGER NOT NULL REFERENCES _name(id),
  sig INTEGER REFERENCES _sig(id),
  flags INTEGER NOT NULL,          -- Flag bits, and bit 20: sig has char(1) for the name
  kind INTEGER NOT NULL,           -- MemberKind: 0 field, 1 method, 2 property, 3 event
  params INTEGER REFERENCES _sig(id),       -- "(T1,T2)" of its key; null: none, or "()" of a method
  full_name INTEGER,               -- only where it is not the type's full name, a dot and the name: _name.id, 0: the name alone
  member_type INTEGER REFERENCES _name(id), -- only where the export words it unlike its kind
  token INTEGER,
  line INTEGER,
  more_lines INTEGER,              -- how many follow line until its end
  value INTEGER REFERENCES _sig(id),        -- of a constant: its first detail of that kind
  result INTEGER REFERENCES _sig(id)        -- what it holds or gives, as its source says: its first detail of that kind
);

CREATE TABLE _migration(name TEXT PRIMARY KEY, hash TEXT NOT NULL, applied_at INTEGER NOT NULL) WITHOUT ROWID;

CREATE TABLE _module(
  id INTEGER PRIMARY KEY,
  hash BLOB NOT NULL,              -- SHA-256 of the canonical bytes (engine/canonical.h)
  kind INTEGER NOT NULL,           -- ModuleKind: 1 export, 2 assembly, 3 source
  name INTEGER NOT NULL REFERENCES _name(id),
  full_name INTEGER NOT NULL REFERENCES _name(id),
  language INTEGER REFERENCES _name(id),
  last INTEGER NOT NULL,           -- id of its last symbol
  segment INTEGER NOT NULL,        -- where its rows stand in the search index: _segment.id
  first_block INTEGER NOT NULL,
  blocks INTEGER NOT NULL,
  type_blocks INTEGER NOT NULL     -- the blocks behind those: the types once more, alone
);

CREATE TABLE _name(
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL
);

CREATE TABLE _note(
  id INTEGER PRIMARY KEY,
  "key" TEXT NOT NULL,             -- of the symbol: its full name, parameters included for a method
  text TEXT NOT NULL,
  author TEXT NOT NULL,            -- user, or the model's specification
  session INTEGER REFERENCES _session(id),
  at INTEGER NOT NULL              -- ms since 1970, UTC
);

CREATE TABLE _posting(
  part INTEGER NOT NULL,
  gram INTEGER NOT NULL,
  segment INTEGER NOT NULL,
  blocks BLOB NOT NULL,
  PRIMARY KEY(part, gram, segment)
) WITHOUT ROWID;

CREATE TABLE _posting_page(
  id INTEGER PRIMARY KEY,
  data BLOB NOT NULL
);

CREATE TABLE _project(
  id INTEGER PRIMARY KEY,          -- in order of first import
  name TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL      -- ms since 1970, UTC
);

CREATE TABLE _reference(
  source INTEGER NOT NULL,         -- symbol id
  use INTEGER NOT NULL,            -- seq << 8 | kind << 3 | flags: its running number within the source, ReferenceKind, and 1 in_module, 2 by name only, 4 at is an offset
  target INTEGER NOT NULL REFERENCES _target(id),
  at INTEGER,                      -- its line, or of an assembly its offset in the code
  "column" INTEGER,
  PRIMARY KEY(source, use)
) WITHOUT ROWID;

CREATE TABLE _segment(
  id INTEGER PRIMARY KEY,
  part INTEGER NOT NULL,           -- IndexPart: 0 symbols, 1 contents, the lines of files
  blocks INTEGER NOT NULL,
  text_bytes INTEGER NOT NULL      -- logical bytes of text in its blocks
);

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

CREATE TABLE _session_end(
  session INTEGER PRIMARY KEY REFERENCES _session(id),
  events INTEGER NOT NULL,         -- of the session itself
  edits BLOB NOT NULL,             -- SHA-256 over its edits, one after another
  hash BLOB                        -- SHA-256 over the session, its last event and the above (agent/session_end.h); NULL = not kept then
);

CREATE TABLE _setting(
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL              -- JSON
) WITHOUT ROWID;

CREATE TABLE _sig(
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL
);

CREATE TABLE _snapshot(
  id INTEGER PRIMARY KEY,
  project INTEGER NOT NULL REFERENCES _project(id),
  label TEXT,
  kind TEXT NOT NULL,              -- export, assemblies, directory, revision
  source TEXT NOT NULL,            -- what was imported: a path, or - for standard input
  revision TEXT,
  imported_at INTEGER NOT NULL,
  visible INTEGER NOT NULL,        -- 0 until the import's last commit
  hash BLOB,                       -- SHA-256 over its links: the same content again is a no-op
  modules INTEGER NOT NULL DEFAULT 0,
  types INTEGER NOT NULL DEFAULT 0,
  members INTEGER NOT NULL DEFAULT 0,
  "references" INTEGER NOT NULL DEFAULT 0,
  files INTEGER NOT NULL DEFAULT 0
, readers TEXT);

CREATE TABLE _snapshot_module(
  snapshot INTEGER NOT NULL REFERENCES _snapshot(id),
  position INTEGER NOT NULL,
  module INTEGER NOT NULL REFERENCES _module(id),
  path TEXT NOT NULL,
  sources INTEGER, file BLOB,                 -- _source_set.id, null when no type names a source file
  PRIMARY KEY(snapshot, position)
) WITHOUT ROWID;

CREATE TABLE _snapshot_text(
  snapshot INTEGER PRIMARY KEY REFERENCES _snapshot(id),
  ranges BLOB NOT NULL
);

CREATE TABLE _source_path(
  source_set INTEGER NOT NULL REFERENCES _source_set(id),
  ordinal INTEGER NOT NULL,        -- of the type within its module
  path TEXT NOT NULL,
  PRIMARY KEY(source_set, ordinal)
) WITHOUT ROWID;

CREATE TABLE _source_set(
  id INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE
);

CREATE TABLE _store(
  id INTEGER PRIMARY KEY CHECK (id = 1),
  generation INTEGER NOT NULL      -- rises with every finished import, drop and compact; caches key on it
, last_snapshot INTEGER NOT NULL DEFAULT 0, last_word INTEGER NOT NULL DEFAULT 0, last_unchecked INTEGER NOT NULL DEFAULT 0);

CREATE TABLE _target(
  id INTEGER PRIMARY KEY,
  text INTEGER NOT NULL REFERENCES _name(id),
  type INTEGER NOT NULL REFERENCES _name(id),
  scope INTEGER NOT NULL REFERENCES _name(id),
  key INTEGER NOT NULL REFERENCES _name(id)
);

CREATE TABLE _type(
  id INTEGER PRIMARY KEY,
  module INTEGER NOT NULL REFERENCES _module(id),
  name INTEGER NOT NULL REFERENCES _name(id),
  name_space INTEGER NOT NULL REFERENCES _name(id),
  full_name INTEGER NOT NULL REFERENCES _name(id),
  base_type INTEGER REFERENCES _name(id),
  kind INTEGER REFERENCES _name(id),
  flags INTEGER NOT NULL,          -- Flag bits of engine/fact.h
  last INTEGER NOT NULL,           -- id of its last member, its own id when it has none
  token INTEGER
, line INTEGER, more_lines INTEGER);

CREATE TABLE _unit(
  id INTEGER PRIMARY KEY,
  data BLOB NOT NULL
);

CREATE VIRTUAL TABLE _word USING fts5(words, content = '', detail = none, columnsize = 0, tokenize = 'unicode61 remove_diacritics 0');

CREATE TABLE '_word_config'(k PRIMARY KEY, v) WITHOUT ROWID;

CREATE TABLE '_word_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE '_word_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE UNIQUE INDEX _content_hash ON _content(hash);

CREATE INDEX _edit_event ON _edit(event);

CREATE INDEX _edit_undoes ON _edit(undoes) WHERE undoes IS NOT NULL;

CREATE INDEX _file_path ON _file(path, snapshot);

CREATE INDEX _finding_event ON _finding(event);

CREATE INDEX _finding_full_name ON _finding(full_name);

CREATE INDEX _literal_value ON _literal(value);

CREATE INDEX _member_full_name ON _member(full_name) WHERE full_name > 0;

CREATE INDEX _member_name ON _member(name);

CREATE UNIQUE INDEX _module_hash ON _module(hash);

CREATE INDEX _module_name ON _module(name);

CREATE UNIQUE INDEX _name_text ON _name(text);

CREATE INDEX _note_key ON _note("key");

CREATE INDEX _reference_target ON _reference(target, source, use);

CREATE INDEX _session_source ON _session(source) WHERE source <> '';

CREATE INDEX _session_started ON _session(started_at);

CREATE INDEX _snapshot_module_module ON _snapshot_module(module);

CREATE INDEX _snapshot_project ON _snapshot(project, id);

CREATE INDEX _target_key ON _target(key, type, scope, text);

CREATE INDEX _target_text ON _target(text);

CREATE INDEX _target_type ON _target(type);

CREATE INDEX _type_full_name ON _type(full_name);

CREATE INDEX _type_name ON _type(name);

CREATE VIEW details AS
SELECT p.name AS project, s.id AS snapshot, mn.text AS module, d.symbol, k.name AS kind, d.text,
       EXISTS (SELECT 1 FROM _head h WHERE h.snapshot = s.id) AS is_latest
FROM _detail d
JOIN _module m ON m.id = (SELECT max(x.id) FROM _module x WHERE x.id <= d.symbol)
JOIN _snapshot_module l ON l.module = m.id
JOIN _snapshot s ON s.id = l.snapshot AND s.visible JOIN _project p ON p.id = s.project
JOIN _name mn ON mn.id = m.name
JOIN _kind k ON k.family = 'detail' AND k.number = d.kind
UNION ALL
SELECT p.name, s.id, mn.text, e.id, 'rva', printf('0x%08x', c.rva),
       EXISTS (SELECT 1 FROM _head h WHERE h.snapshot = s.id)
FROM _code c JOIN _member e ON e.id = c.member JOIN _type t ON t.id = e.type JOIN _module m ON m.id = t.module
JOIN _snapshot_module l ON l.module = m.id
JOIN _snapshot s ON s.id = l.snapshot AND s.visible JOIN _project p ON p.id = s.project
JOIN _name mn ON mn.id = m.name
WHERE c.rva IS NOT NULL
UNION ALL
SELECT p.name, s.id, mn.text, e.id, 'value', v.text, EXISTS (SELECT 1 FROM _head h WHERE h.snapshot = s.id)
FROM _member e JOIN _sig v ON v.id = e.value JOIN _module m ON m.id = (SELECT max(x.id) FROM _module x WHERE x.id <= e.id)
JOIN _snapshot_module l ON l.module = m.id
JOIN _snapshot s ON s.id = l.snapshot AND s.visible JOIN _project p ON p.id = s.project
JOIN _name mn ON mn.id = m.name
UNION ALL
SELECT p.name, s.id, mn.text, e.id, 'result', v.text, EXISTS (SELECT 1 FROM _head h WHERE h.snapshot = s.id)
FROM _member e JOIN _sig v ON v.id = e.result JOIN _module m ON m.id = (SELECT max(x.id) FROM _module x WHERE x.id <= e.id)
JOIN _snapshot_module l ON l.module = m.id
JOIN _snapshot s ON s.id = l.snapshot AND s.visible JOIN _project p ON p.id = s.project
JOIN _name mn ON mn.id = m.name;

CREATE VIEW edits AS
SELECT s.uid AS session, e.seq, d.path, d.added, d.removed,
       EXISTS (SELECT 1 FROM _edit u WHERE u.undoes = d.id AND NOT EXISTS (SELECT 1 FROM _edit r WHERE r.undoes = u.id))
         AS undone
FROM _edit d JOIN _event e ON e.id = d.event JOIN _session s ON s.id = e.session;

CREATE VIEW events AS
SELECT s.uid AS session, e.seq, p.seq AS parent,
       strftime('%Y-%m-%dT%H:%M:%fZ', e.at / 1000.0, 'unixepoch') AS at, e.kind, e.tool, b.text AS body
FROM _event e JOIN _session s ON s.id = e.session JOIN _body b ON b.id = e.body
LEFT JOIN _event p ON p.id = e.parent;

CREATE VIEW files AS
SELECT p.name AS project, s.id AS snapshot, n.text AS path, coalesce(g.text, '') AS language, f.size,
       coalesce(c.lines, 0) AS lines, CASE WHEN c.id IS NOT NULL THEN lower(hex(c.hash)) END AS hash, (f.flags & 1) <> 0 AS is_generated,
       (f.flags & 2) <> 0 AS is_vendored, (f.flags & 4) <> 0 AS is_binary,
       EXISTS (SELECT 1 FROM _head h WHERE h.snapshot = s.id) AS is_latest, f.damaged
FROM _file f JOIN _snapshot s ON s.id = f.snapshot AND s.visible JOIN _project p ON p.id = s.project
JOIN _name n ON n.id = f.path LEFT JOIN _name g ON g.id = f.language LEFT JOIN _content c ON c.id = f.content;

CREATE VIEW findings AS
SELECT s.uid AS session, f.kind, f.name, f.full_name, f."key", f.module, f.importance, f.notes, f.verified
FROM _finding f JOIN _event e ON e.id = f.event JOIN _session s ON s.id = e.session;

CREATE VIEW literals AS
SELECT p.name AS project, s.id AS snapshot, mn.text AS module,
       coalesce(otf.text || '.' || en.text || coalesce(q.text, CASE e.kind WHEN 1 THEN '()' ELSE '' END), '')
         AS source_member,
       CASE r.is_string WHEN 1 THEN 'string' ELSE 'number' END AS kind, v.text AS value, r.il_offset,
       l.path, r.line, EXISTS (SELECT 1 FROM _head h WHERE h.snapshot = s.id) AS is_latest,
       r.source AS symbol
FROM _literal r
JOIN _module m ON m.id = (SELECT max(x.id) FROM _module x WHERE x.id <= r.source)
JOIN _snapshot_module l ON l.module = m.id
JOIN _snapshot s ON s.id = l.snapshot AND s.visible JOIN _project p ON p.id = s.project
JOIN _name mn ON mn.id = m.name JOIN _name v ON v.id = r.value
LEFT JOIN _member e ON e.id = r.source LEFT JOIN _type o ON o.id = e.type
LEFT JOIN _name otf ON otf.id = o.full_name LEFT JOIN _name en ON en.id = e.name
LEFT JOIN _sig q ON q.id = e.params;

CREATE VIEW members AS
SELECT p.name AS project, s.id AS snapshot, mn.text AS module, tf.text AS type, k.name AS kind,
       n.text AS name,
       coalesce((SELECT f.text FROM _name f WHERE f.id = iif(e.full_name = 0, e.name, e.full_name)),
                tf.text || '.' || n.text) AS full_name,
       CASE WHEN e.flags & 1048576 THEN replace(g.text, char(1), n.text) ELSE coalesce(g.text, '') END
         AS signature,
       tf.text || '.' || n.text ||
         coalesce((SELECT q.text FROM _sig q WHERE q.id = e.params), CASE e.kind WHEN 1 THEN '()' ELSE '' END) AS key,
       (e.flags & 1) <> 0 AS is_static, (e.flags & 2) <> 0 AS is_public, e.line,
       EXISTS (SELECT 1 FROM _head h WHERE h.snapshot = s.id) AS is_latest, e.token, e.id AS symbol,
       CASE WHEN c.body IS NOT NULL THEN printf('%016x', c.body) END AS body,
       e.line + e.more_lines AS end_line,
       CASE WHEN e.flags & 2 THEN 'public' WHEN e.flags & 96 = 96 THEN 'protected internal'
            WHEN e.flags & 32 THEN 'protected' WHEN e.flags & 64 THEN 'internal'
            WHEN e.flags & 128 THEN 'private' ELSE '' END AS visibility
FROM _member e JOIN _type t ON t.id = e.type JOIN _module m ON m.id = t.module
JOIN _snapshot_module l ON l.module = m.id
JOIN _snapshot s ON s.id = l.snapshot AND s.visible JOIN _project p ON p.id = s.project
JOIN _name mn ON mn.id = m.name JOIN _name tf ON tf.id = t.full_name JOIN _name n ON n.id = e.name
JOIN _kind k ON k.family = 'member' AND k.number = e.kind
LEFT JOIN _sig g ON g.id = e.sig LEFT JOIN _code c ON c.member = e.id;

CREATE VIEW modules AS
SELECT p.name AS project, s.id AS snapshot, n.text AS name, f.text AS full_name, l.path, k.name AS kind,
       g.text AS language, EXISTS (SELECT 1 FROM _head h WHERE h.snapshot = s.id) AS is_latest
FROM _snapshot_module l
JOIN _snapshot s ON s.id = l.snapshot AND s.visible JOIN _project p ON p.id = s.project
JOIN _module m ON m.id = l.module JOIN _name n ON n.id = m.name JOIN _name f ON f.id = m.full_name
JOIN _kind k ON k.family = 'module' AND k.number = m.kind LEFT JOIN _name g ON g.id = m.language;

CREATE VIEW notes AS
SELECT n."key", n.text, n.author, (SELECT s.uid FROM _session s WHERE s.id = n.session) AS session,
       strftime('%Y-%m-%dT%H:%M:%fZ', n.at / 1000.0, 'unixepoch') AS at
FROM _note n;

CREATE VIEW projects AS
SELECT p.name, strftime('%Y-%m-%dT%H:%M:%fZ', p.created_at / 1000.0, 'unixepoch') AS created_at
FROM _project p WHERE EXISTS (SELECT 1 FROM _head h WHERE h.project = p.id);

CREATE VIEW "references" AS SELECT * FROM refs;

CREATE VIEW refs AS
SELECT p.name AS project, s.id AS snapshot, mn.text AS module,
       coalesce(tf.text, otf.text, '') AS source_type,
       CASE WHEN e.id IS NULL THEN ''
            ELSE otf.text || '.' || en.text || coalesce(q.text, CASE e.kind WHEN 1 THEN '()' ELSE '' END)
       END AS source_member,
       coalesce(e.token, t.token) AS source_token, k.name AS kind, tt.text AS target, ty.text AS target_type,
       sc.text AS target_scope, ke.text AS target_key, (r.use & 1) <> 0 AS in_module,
       CASE WHEN r.use & 4 THEN r.at END AS il_offset,
       l.path, CASE WHEN r.use & 4 = 0 THEN r.at END AS line, r."column", (r.use & 2) <> 0 AS by_name,
       EXISTS (SELECT 1 FROM _head h WHERE h.snapshot = s.id) AS is_latest, r.source AS symbol
FROM _reference r
JOIN _module m ON m.id = (SELECT max(x.id) FROM _module x WHERE x.id <= r.source)
JOIN _snapshot_module l ON l.module = m.id
JOIN _snapshot s ON s.id = l.snapshot AND s.visible JOIN _project p ON p.id = s.project
JOIN _name mn ON mn.id = m.name
JOIN _kind k ON k.family = 'reference' AND k.number = (r.use >> 3 & 31)
JOIN _target g ON g.id = r.target JOIN _name tt ON tt.id = g.text JOIN _name ty ON ty.id = g.type
JOIN _name sc ON sc.id = g.scope JOIN _name ke ON ke.id = g.key
LEFT JOIN _type t ON t.id = r.source LEFT JOIN _name tf ON tf.id = t.full_name
LEFT JOIN _member e ON e.id = r.source LEFT JOIN _type o ON o.id = e.type
LEFT JOIN _name otf ON otf.id = o.full_name LEFT JOIN _name en ON en.id = e.name
LEFT JOIN _sig q ON q.id = e.params;

CREATE VIEW sessions AS
SELECT s.uid AS id, s.title, s.mode,
       coalesce(nullif(s.model, ''),
                (SELECT json_extract(b.text, '$.model') FROM _event e JOIN _body b ON b.id = e.body
                 WHERE e.session = s.id AND e.kind = 'model_settled' AND json_extract(b.text, '$.model') IS NOT NULL
                 ORDER BY e.seq LIMIT 1), '') AS model, s.project,
       strftime('%Y-%m-%dT%H:%M:%fZ', s.started_at / 1000.0, 'unixepoch') AS started_at,
       (SELECT strftime('%Y-%m-%dT%H:%M:%fZ', max(e.at) / 1000.0, 'unixepoch') FROM _event e WHERE e.session = s.id)
         AS ended_at,
       coalesce((SELECT json_extract(b.text, '$.status') FROM _event e JOIN _body b ON b.id = e.body
                 WHERE e.session = s.id AND e.kind = 'ended' ORDER BY e.seq DESC LIMIT 1), 'open') AS status,
       (SELECT count(*) FROM _event e JOIN _body b ON b.id = e.body
        WHERE e.session = s.id AND e.kind = 'model_settled' AND json_extract(b.text, '$.usage') IS NULL
          AND json_extract(b.text, '$.error') IS NULL AND json_extract(b.text, '$.continues') IS NULL) AS turns,
       (SELECT coalesce(CAST(sum(CASE WHEN json_extract(b.text, '$.tokens_in') BETWEEN 0 AND 1000000000000
                                      THEN json_extract(b.text, '$.tokens_in') END) AS INTEGER), -1)
        FROM _event e JOIN _body b ON b.id = e.body WHERE e.session = s.id AND e.kind = 'model_settled') AS tokens_in,
       (SELECT coalesce(CAST(sum(CASE WHEN json_extract(b.text, '$.tokens_out') BETWEEN 0 AND 1000000000000
                                      THEN json_extract(b.text, '$.tokens_out') END) AS INTEGER), -1)
        FROM _event e JOIN _body b ON b.id = e.body WHERE e.session = s.id AND e.kind = 'model_settled') AS tokens_out,
       (SELECT p.uid FROM _session p WHERE p.id = s.parent) AS parent
FROM _session s;

CREATE VIEW snapshots AS
SELECT s.id, p.name AS project, s.label, s.kind, s.source, s.revision,
       strftime('%Y-%m-%dT%H:%M:%fZ', s.imported_at / 1000.0, 'unixepoch') AS imported_at,
       s.id = h.snapshot AS is_latest, s.modules, s.types, s.members, s."references", s.files
FROM _snapshot s JOIN _project p ON p.id = s.project LEFT JOIN _head h ON h.project = s.project
WHERE s.visible;

CREATE VIEW tool_calls AS
SELECT s.uid AS session, a.seq, a.tool, json_extract(q.text, '$.input') AS input,
       json_extract(r.text, '$.ok') AS ok, d.ms, length(CAST(json_extract(r.text, '$.result') AS BLOB)) AS output_bytes,
       json_extract(r.text, '$.result') AS output
FROM _event a JOIN _session s ON s.id = a.session JOIN _body q ON q.id = a.body
LEFT JOIN _event d ON d.session = a.session AND d.kind = 'tool_settled' AND d.seq = (
  SELECT min(x.seq) FROM _event x JOIN _body y ON y.id = x.body
  WHERE x.session = a.session AND x.seq > a.seq AND x.tool IS a.tool AND x.kind IN ('tool_asked', 'tool_settled')
    AND json_extract(y.text, '$.input') IS json_extract(q.text, '$.input'))
LEFT JOIN _body r ON r.id = d.body
WHERE a.kind = 'tool_asked';

CREATE VIEW types AS
SELECT p.name AS project, s.id AS snapshot, mn.text AS module, ns.text AS namespace, n.text AS name,
       f.text AS full_name, coalesce(b.text, '') AS base_type, coalesce(k.text, '') AS kind,
       (t.flags & 2) <> 0 AS is_public,
       coalesce((SELECT sp.path FROM _source_path sp
                 WHERE sp.source_set = l.sources AND sp.ordinal = t.id - t.module), '') AS source_path,
       t.line, EXISTS (SELECT 1 FROM _head h WHERE h.snapshot = s.id) AS is_latest,
       (t.flags & 4) <> 0 AS is_abstract, (t.flags & 8) <> 0 AS is_sealed, (t.flags & 1) <> 0 AS is_static,
       t.token, t.id AS symbol, t.line + t.more_lines AS end_line,
       CASE WHEN t.flags & 2 THEN 'public' WHEN t.flags & 96 = 96 THEN 'protected internal'
            WHEN t.flags & 32 THEN 'protected' WHEN t.flags & 64 THEN 'internal'
            WHEN t.flags & 128 THEN 'private' ELSE '' END AS visibility
FROM _type t JOIN _module m ON m.id = t.module JOIN _snapshot_module l ON l.module = m.id
JOIN _snapshot s ON s.id = l.snapshot AND s.visible JOIN _project p ON p.id = s.project
JOIN _name mn ON mn.id = m.name JOIN _name ns ON ns.id = t.name_space JOIN _name n ON n.id = t.name
JOIN _name f ON f.id = t.full_name LEFT JOIN _name b ON b.id = t.base_type
LEFT JOIN _name k ON k.id = t.kind;

CREATE TRIGGER _body_fixed BEFORE UPDATE ON _body BEGIN SELECT RAISE(ABORT, 'transcripts are append-only'); END;

CREATE TRIGGER _body_kept BEFORE DELETE ON _body WHEN NOT EXISTS (SELECT 1 FROM _dropping)
BEGIN SELECT RAISE(ABORT, 'transcripts are append-only'); END;

CREATE TRIGGER _edit_fixed BEFORE UPDATE ON _edit BEGIN SELECT RAISE(ABORT, 'transcripts are append-only'); END;

CREATE TRIGGER _edit_kept BEFORE DELETE ON _edit WHEN NOT EXISTS (SELECT 1 FROM _dropping)
BEGIN SELECT RAISE(ABORT, 'transcripts are append-only'); END;

CREATE TRIGGER _event_fixed BEFORE UPDATE ON _event BEGIN SELECT RAISE(ABORT, 'transcripts are append-only'); END;

CREATE TRIGGER _event_kept BEFORE DELETE ON _event WHEN NOT EXISTS (SELECT 1 FROM _dropping)
BEGIN SELECT RAISE(ABORT, 'transcripts are append-only'); END;

CREATE TRIGGER _finding_fixed BEFORE UPDATE ON _finding BEGIN SELECT RAISE(ABORT, 'transcripts are append-only'); END;

CREATE TRIGGER _finding_kept BEFORE DELETE ON _finding WHEN NOT EXISTS (SELECT 1 FROM _dropping)
BEGIN SELECT RAISE(ABORT, 'transcripts are append-only'); END;

CREATE TRIGGER _image_fixed BEFORE UPDATE ON _image BEGIN SELECT RAISE(ABORT, 'transcripts are append-only'); END;

CREATE TRIGGER _image_kept BEFORE DELETE ON _image WHEN NOT EXISTS (SELECT 1 FROM _dropping)
BEGIN SELECT RAISE(ABORT, 'transcripts are append-only'); END;

CREATE TRIGGER _note_fixed BEFORE UPDATE ON _note BEGIN SELECT RAISE(ABORT, 'transcripts are append-only'); END;

CREATE TRIGGER _note_kept BEFORE DELETE ON _note WHEN NOT EXISTS (SELECT 1 FROM _dropping)
BEGIN SELECT RAISE(ABORT, 'transcripts are append-only'); END;

CREATE TRIGGER _session_fixed BEFORE UPDATE ON _session BEGIN SELECT RAISE(ABORT, 'transcripts are append-only'); END;

CREATE TRIGGER _session_kept BEFORE DELETE ON _session WHEN NOT EXISTS (SELECT 1 FROM _dropping)
BEGIN SELECT RAISE(ABORT, 'transcripts are append-only'); END;

