-- What is known about programs. Compact tables (names begin with _) below, natural views above.

-- One row of facts about the database itself.
CREATE TABLE _store(
  id INTEGER PRIMARY KEY CHECK (id = 1),
  generation INTEGER NOT NULL      -- rises with every finished import, drop and compact; caches key on it
);
INSERT INTO _store(id, generation) VALUES (1, 0);

-- Every short name, every full name of a type or module, every reference's text, once.
CREATE TABLE _name(
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL
);
CREATE UNIQUE INDEX _name_text ON _name(text);

-- Signatures and parameter lists. Shared within an import, found only by id: no text index. A signature is
-- kept with char(1) where the member's name stands, so that `System.Int32 _health` and `System.Int32 _armor`
-- are one text; _member.flags says so with bit 20.
CREATE TABLE _sig(
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL
);

CREATE TABLE _project(
  id INTEGER PRIMARY KEY,          -- in order of first import
  name TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL      -- ms since 1970, UTC
);

-- One import of one project at one time.
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
);
CREATE INDEX _snapshot_project ON _snapshot(project, id);

-- The newest visible snapshot of each project.
CREATE TABLE _head(
  project INTEGER PRIMARY KEY REFERENCES _project(id),
  snapshot INTEGER NOT NULL UNIQUE REFERENCES _snapshot(id)
);

-- One content of a module, shared by every snapshot that holds it. Modules, types and members draw their
-- ids from one sequence in discovery order: a module's symbols are id..last, a type's members id+1..last.
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
CREATE UNIQUE INDEX _module_hash ON _module(hash);

-- Which modules a snapshot holds, in discovery order, and where they lay.
CREATE TABLE _snapshot_module(
  snapshot INTEGER NOT NULL REFERENCES _snapshot(id),
  position INTEGER NOT NULL,
  module INTEGER NOT NULL REFERENCES _module(id),
  path TEXT NOT NULL,
  sources INTEGER,                 -- _source_set.id, null when no type names a source file
  PRIMARY KEY(snapshot, position)
) WITHOUT ROWID;
CREATE INDEX _snapshot_module_module ON _snapshot_module(module);

-- The source paths of one module's types, content-addressed so that snapshots share them.
CREATE TABLE _source_set(
  id INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE
);
CREATE TABLE _source_path(
  source_set INTEGER NOT NULL REFERENCES _source_set(id),
  ordinal INTEGER NOT NULL,        -- of the type within its module
  path TEXT NOT NULL,
  PRIMARY KEY(source_set, ordinal)
) WITHOUT ROWID;

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
);
CREATE INDEX _type_full_name ON _type(full_name);
CREATE INDEX _type_name ON _type(name);

CREATE TABLE _member(
  id INTEGER PRIMARY KEY,
  type INTEGER NOT NULL REFERENCES _type(id),
  name INTEGER NOT NULL REFERENCES _name(id),
  sig INTEGER REFERENCES _sig(id),
  flags INTEGER NOT NULL,          -- Flag bits, and bit 20: sig has char(1) for the name
  kind INTEGER NOT NULL,           -- MemberKind: 0 field, 1 method, 2 property, 3 event
  params INTEGER REFERENCES _sig(id),       -- "(T1,T2)" of its key; null: none, or "()" of a method
  full_name INTEGER REFERENCES _name(id),   -- only where it is not the type's full name, a dot and the name
  member_type INTEGER REFERENCES _name(id), -- only where the export words it unlike its kind
  token INTEGER
);
CREATE INDEX _member_name ON _member(name);
CREATE INDEX _member_full_name ON _member(full_name) WHERE full_name IS NOT NULL;

-- Where a symbol of a source file stands. Symbols of assemblies and exports have no row.
CREATE TABLE _place(
  symbol INTEGER PRIMARY KEY,
  line INTEGER NOT NULL,
  end_line INTEGER NOT NULL
);

-- What is known beyond the columns: attributes, constants, constraints, doc comments (DetailKind).
CREATE TABLE _detail(
  symbol INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY(symbol, seq)
) WITHOUT ROWID;

-- What references point at, by text and key, so that they outlive a re-import and resolve in any snapshot.
CREATE TABLE _target(
  id INTEGER PRIMARY KEY,
  text INTEGER NOT NULL REFERENCES _name(id),
  type INTEGER NOT NULL REFERENCES _name(id),
  scope INTEGER NOT NULL REFERENCES _name(id),
  key INTEGER NOT NULL REFERENCES _name(id)
);
CREATE INDEX _target_key ON _target(key, type, scope, text);
CREATE INDEX _target_type ON _target(type);

CREATE TABLE _reference(
  source INTEGER NOT NULL,         -- symbol id
  seq INTEGER NOT NULL,            -- running number within the module
  target INTEGER NOT NULL REFERENCES _target(id),
  kind INTEGER NOT NULL,           -- ReferenceKind
  flags INTEGER NOT NULL,          -- 1 in_module, 2 by name only
  il_offset INTEGER,
  line INTEGER,
  "column" INTEGER,
  PRIMARY KEY(source, seq)
) WITHOUT ROWID;
CREATE INDEX _reference_target ON _reference(target);

CREATE TABLE _literal(
  source INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  is_string INTEGER NOT NULL,
  value INTEGER NOT NULL REFERENCES _name(id),
  il_offset INTEGER,
  line INTEGER,
  PRIMARY KEY(source, seq)
) WITHOUT ROWID;
CREATE INDEX _literal_value ON _literal(value);

-- At most one import is under way. Its row holds how far each table reached before it, so that the next
-- open can remove every trace of an import whose process died (the lease is a file lock beside the file).
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
  content INTEGER NOT NULL,
  content_segment INTEGER NOT NULL,
  indexes TEXT NOT NULL            -- DDL of the indexes that a first import drops and builds last
);

-- Names the numbers of MemberKind, ReferenceKind and ModuleKind for the views.
CREATE TABLE _kind(
  family TEXT NOT NULL,
  number INTEGER NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY(family, number)
) WITHOUT ROWID;
INSERT INTO _kind(family, number, name) VALUES
  ('module', 1, 'export'), ('module', 2, 'assembly'), ('module', 3, 'source'),
  ('member', 0, 'field'), ('member', 1, 'method'), ('member', 2, 'property'), ('member', 3, 'event'),
  ('reference', 1, 'call'), ('reference', 2, 'new'), ('reference', 3, 'ftn'), ('reference', 4, 'read'),
  ('reference', 5, 'write'), ('reference', 6, 'addr'), ('reference', 7, 'type'),
  ('reference', 8, 'base'), ('reference', 9, 'interface'), ('reference', 10, 'signature'),
  ('reference', 11, 'attribute'), ('reference', 12, 'override'), ('reference', 13, 'import'),
  ('reference', 14, 'rpc'),
  ('detail', 1, 'attribute'), ('detail', 2, 'generic_parameter'), ('detail', 3, 'value'),
  ('detail', 4, 'pinvoke'), ('detail', 5, 'resource'), ('detail', 6, 'doc'), ('detail', 7, 'reference'),
  ('detail', 8, 'mvid'), ('detail', 9, 'rva'), ('detail', 10, 'interface'), ('detail', 11, 'open_key');

-- Every project, in order of first import.
CREATE VIEW projects AS
SELECT p.name, strftime('%Y-%m-%dT%H:%M:%fZ', p.created_at / 1000.0, 'unixepoch') AS created_at
FROM _project p WHERE EXISTS (SELECT 1 FROM _head h WHERE h.project = p.id);

-- Every finished import. is_latest marks the newest of its project.
CREATE VIEW snapshots AS
SELECT s.id, p.name AS project, s.label, s.kind, s.source, s.revision,
       strftime('%Y-%m-%dT%H:%M:%fZ', s.imported_at / 1000.0, 'unixepoch') AS imported_at,
       s.id = h.snapshot AS is_latest, s.modules, s.types, s.members, s."references", s.files
FROM _snapshot s JOIN _project p ON p.id = s.project LEFT JOIN _head h ON h.project = s.project
WHERE s.visible;

-- One row per module of a snapshot, in discovery order. path is where the assembly or source file lay.
CREATE VIEW modules AS
SELECT p.name AS project, s.id AS snapshot, n.text AS name, f.text AS full_name, l.path, k.name AS kind,
       g.text AS language, EXISTS (SELECT 1 FROM _head h WHERE h.snapshot = s.id) AS is_latest
FROM _snapshot_module l
JOIN _snapshot s ON s.id = l.snapshot AND s.visible JOIN _project p ON p.id = s.project
JOIN _module m ON m.id = l.module JOIN _name n ON n.id = m.name JOIN _name f ON f.id = m.full_name
JOIN _kind k ON k.family = 'module' AND k.number = m.kind LEFT JOIN _name g ON g.id = m.language;

-- One row per type of a snapshot.
CREATE VIEW types AS
SELECT p.name AS project, s.id AS snapshot, mn.text AS module, ns.text AS namespace, n.text AS name,
       f.text AS full_name, coalesce(b.text, '') AS base_type, coalesce(k.text, '') AS kind,
       (t.flags & 2) <> 0 AS is_public,
       coalesce((SELECT sp.path FROM _source_path sp
                 WHERE sp.source_set = l.sources AND sp.ordinal = t.id - t.module), '') AS source_path,
       pl.line, EXISTS (SELECT 1 FROM _head h WHERE h.snapshot = s.id) AS is_latest,
       (t.flags & 4) <> 0 AS is_abstract, (t.flags & 8) <> 0 AS is_sealed, (t.flags & 1) <> 0 AS is_static,
       t.token, t.id AS symbol
FROM _type t JOIN _module m ON m.id = t.module JOIN _snapshot_module l ON l.module = m.id
JOIN _snapshot s ON s.id = l.snapshot AND s.visible JOIN _project p ON p.id = s.project
JOIN _name mn ON mn.id = m.name JOIN _name ns ON ns.id = t.name_space JOIN _name n ON n.id = t.name
JOIN _name f ON f.id = t.full_name LEFT JOIN _name b ON b.id = t.base_type
LEFT JOIN _name k ON k.id = t.kind LEFT JOIN _place pl ON pl.symbol = t.id;

-- One row per field, method, property and event of a snapshot. Equality on full_name scans: look it up by
-- type and name, or through the virtual table symbols.
CREATE VIEW members AS
SELECT p.name AS project, s.id AS snapshot, mn.text AS module, tf.text AS type, k.name AS kind,
       n.text AS name, coalesce(f.text, tf.text || '.' || n.text) AS full_name,
       CASE WHEN e.flags & 1048576 THEN replace(g.text, char(1), n.text) ELSE coalesce(g.text, '') END
         AS signature,
       tf.text || '.' || n.text || coalesce(q.text, CASE e.kind WHEN 1 THEN '()' ELSE '' END) AS key,
       (e.flags & 1) <> 0 AS is_static, (e.flags & 2) <> 0 AS is_public, pl.line,
       EXISTS (SELECT 1 FROM _head h WHERE h.snapshot = s.id) AS is_latest, e.token, e.id AS symbol
FROM _member e JOIN _type t ON t.id = e.type JOIN _module m ON m.id = t.module
JOIN _snapshot_module l ON l.module = m.id
JOIN _snapshot s ON s.id = l.snapshot AND s.visible JOIN _project p ON p.id = s.project
JOIN _name mn ON mn.id = m.name JOIN _name tf ON tf.id = t.full_name JOIN _name n ON n.id = e.name
JOIN _kind k ON k.family = 'member' AND k.number = e.kind
LEFT JOIN _name f ON f.id = e.full_name LEFT JOIN _sig g ON g.id = e.sig LEFT JOIN _sig q ON q.id = e.params
LEFT JOIN _place pl ON pl.symbol = e.id;

-- One row per reference: source_type and source_member hold it, target says to what.
CREATE VIEW refs AS
SELECT p.name AS project, s.id AS snapshot, mn.text AS module,
       coalesce(tf.text, otf.text, '') AS source_type,
       CASE WHEN e.id IS NULL THEN ''
            ELSE otf.text || '.' || en.text || coalesce(q.text, CASE e.kind WHEN 1 THEN '()' ELSE '' END)
       END AS source_member,
       coalesce(e.token, t.token) AS source_token, k.name AS kind, tt.text AS target, ty.text AS target_type,
       sc.text AS target_scope, ke.text AS target_key, (r.flags & 1) <> 0 AS in_module, r.il_offset,
       l.path, r.line, r."column", (r.flags & 2) <> 0 AS by_name,
       EXISTS (SELECT 1 FROM _head h WHERE h.snapshot = s.id) AS is_latest, r.source AS symbol
FROM _reference r
JOIN _module m ON m.id = (SELECT max(x.id) FROM _module x WHERE x.id <= r.source)
JOIN _snapshot_module l ON l.module = m.id
JOIN _snapshot s ON s.id = l.snapshot AND s.visible JOIN _project p ON p.id = s.project
JOIN _name mn ON mn.id = m.name
JOIN _kind k ON k.family = 'reference' AND k.number = r.kind
JOIN _target g ON g.id = r.target JOIN _name tt ON tt.id = g.text JOIN _name ty ON ty.id = g.type
JOIN _name sc ON sc.id = g.scope JOIN _name ke ON ke.id = g.key
LEFT JOIN _type t ON t.id = r.source LEFT JOIN _name tf ON tf.id = t.full_name
LEFT JOIN _member e ON e.id = r.source LEFT JOIN _type o ON o.id = e.type
LEFT JOIN _name otf ON otf.id = o.full_name LEFT JOIN _name en ON en.id = e.name
LEFT JOIN _sig q ON q.id = e.params;
CREATE VIEW "references" AS SELECT * FROM refs;

-- String and numeric literals in code.
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

-- Attributes, constants, constraints and doc comments, one row each.
CREATE VIEW details AS
SELECT p.name AS project, s.id AS snapshot, mn.text AS module, d.symbol, k.name AS kind, d.text,
       EXISTS (SELECT 1 FROM _head h WHERE h.snapshot = s.id) AS is_latest
FROM _detail d
JOIN _module m ON m.id = (SELECT max(x.id) FROM _module x WHERE x.id <= d.symbol)
JOIN _snapshot_module l ON l.module = m.id
JOIN _snapshot s ON s.id = l.snapshot AND s.visible JOIN _project p ON p.id = s.project
JOIN _name mn ON mn.id = m.name
JOIN _kind k ON k.family = 'detail' AND k.number = d.kind;
