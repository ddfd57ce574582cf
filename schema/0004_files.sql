-- Files of repository snapshots: contents once each, and where every snapshot holds them.

-- One text, shared by every file of every snapshot that holds it. Its lines are the rows of its blocks.
CREATE TABLE _content(
  id INTEGER PRIMARY KEY,
  hash BLOB NOT NULL,              -- SHA-256 of the text
  bytes INTEGER NOT NULL,          -- of the text
  lines INTEGER NOT NULL,
  ends INTEGER NOT NULL,           -- 1: the last line ends in a newline
  segment INTEGER NOT NULL,        -- where its lines stand in the content index: _content_segment.id
  first_block INTEGER NOT NULL,
  blocks INTEGER NOT NULL
);
CREATE UNIQUE INDEX _content_hash ON _content(hash);

-- The content index is built like the search index (0002): blocks of lines, and which of them hold a gram.
CREATE TABLE _content_segment(
  id INTEGER PRIMARY KEY,
  blocks INTEGER NOT NULL,
  text_bytes INTEGER NOT NULL
);
CREATE TABLE _content_unit(
  id INTEGER PRIMARY KEY,          -- segment * 2^32 + number of the first block
  data BLOB NOT NULL
);
CREATE TABLE _content_posting(
  gram INTEGER NOT NULL,
  segment INTEGER NOT NULL,
  blocks BLOB NOT NULL,
  PRIMARY KEY(gram, segment)
) WITHOUT ROWID;

-- The files of a snapshot in the byte order of their paths.
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
  flags INTEGER NOT NULL,          -- 1 generated, 2 vendored, 4 binary
  PRIMARY KEY(snapshot, position)
) WITHOUT ROWID;
CREATE INDEX _file_path ON _file(path, snapshot);

-- One row per file of a repository snapshot, in the byte order of paths. hash is the SHA-256 of its text,
-- null where no text is stored.
CREATE VIEW files AS
SELECT p.name AS project, s.id AS snapshot, n.text AS path, coalesce(g.text, '') AS language, f.size,
       coalesce(c.lines, 0) AS lines, CASE WHEN c.id IS NOT NULL THEN lower(hex(c.hash)) END AS hash, (f.flags & 1) <> 0 AS is_generated,
       (f.flags & 2) <> 0 AS is_vendored, (f.flags & 4) <> 0 AS is_binary,
       EXISTS (SELECT 1 FROM _head h WHERE h.snapshot = s.id) AS is_latest
FROM _file f JOIN _snapshot s ON s.id = f.snapshot AND s.visible JOIN _project p ON p.id = s.project
JOIN _name n ON n.id = f.path LEFT JOIN _name g ON g.id = f.language LEFT JOIN _content c ON c.id = f.content;
