-- What a large tree has millions of takes less room once more: of Linux 6.1 (78,255 files, 6.8 million members, 14.5 million
-- references) the rows of members with what is known of each, their places and references took 1,168 MB.

DROP VIEW types;
DROP VIEW members;
DROP VIEW details;
DROP VIEW "references";
DROP VIEW refs;

-- Where a symbol stands is in its own row: a row of its own for each was as large as half a member.
ALTER TABLE _type ADD COLUMN line INTEGER;
ALTER TABLE _type ADD COLUMN more_lines INTEGER;
UPDATE _type SET line = p.line, more_lines = p.end_line - p.line FROM _place p WHERE p.symbol = _type.id;

-- So are the first value and the first result of a member, which many share.
CREATE TEMP TABLE known AS
SELECT symbol, kind, min(seq) AS seq, text FROM _detail
WHERE kind IN (3, 12) AND text <> '' AND symbol IN (SELECT id FROM _member) GROUP BY symbol, kind;
CREATE UNIQUE INDEX temp.known_symbol ON known(symbol, kind);
CREATE TEMP TABLE texts(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
INSERT INTO texts(id, text) SELECT coalesce(max(id), 0), '' FROM _sig;
INSERT INTO texts(text) SELECT DISTINCT text FROM known;
INSERT INTO _sig(id, text) SELECT id, text FROM texts WHERE text <> '';
-- What an import that died left there is kept until a compaction: its marks would take these with it.
UPDATE _import SET sig = (SELECT coalesce(max(id), 0) FROM _sig);
CREATE TEMP TABLE rows AS
SELECT e.id, e.type, e.name, e.sig, e.flags, e.kind, e.params, iif(e.full_name = e.name, 0, e.full_name) AS full_name,
       e.member_type, e.token, p.line, p.end_line - p.line AS more_lines,
       (SELECT t.id FROM known k JOIN texts t ON t.text = k.text WHERE k.symbol = e.id AND k.kind = 3) AS value,
       (SELECT t.id FROM known k JOIN texts t ON t.text = k.text WHERE k.symbol = e.id AND k.kind = 12) AS result
FROM _member e LEFT JOIN _place p ON p.symbol = e.id ORDER BY e.id;
DROP TABLE _member;
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
INSERT INTO _member SELECT * FROM temp.rows ORDER BY id;
DROP TABLE temp.rows;
CREATE INDEX _member_name ON _member(name);
CREATE INDEX _member_full_name ON _member(full_name) WHERE full_name > 0;
DELETE FROM _detail WHERE kind IN (3, 12)
  AND seq = (SELECT k.seq FROM known k WHERE k.symbol = _detail.symbol AND k.kind = _detail.kind);
DROP TABLE temp.known;
DROP TABLE temp.texts;
DROP TABLE _place;

-- The number of a reference, its kind and flags are one number, which is part of the index by targets as well.
CREATE TEMP TABLE refs AS
SELECT source, seq << 8 | kind << 3 | flags | iif(il_offset IS NULL, 0, 4) AS use, target,
       coalesce(il_offset, line) AS at, "column" FROM _reference ORDER BY source, seq;
DROP TABLE _reference;
-- One row per reference, in the order in which a source has them.
CREATE TABLE _reference(
  source INTEGER NOT NULL,         -- symbol id
  use INTEGER NOT NULL,            -- seq << 8 | kind << 3 | flags: its running number within the source, ReferenceKind, and 1 in_module, 2 by name only, 4 at is an offset
  target INTEGER NOT NULL REFERENCES _target(id),
  at INTEGER,                      -- its line, or of an assembly its offset in the code
  "column" INTEGER,
  PRIMARY KEY(source, use)
) WITHOUT ROWID;
INSERT INTO _reference(source, use, target, at, "column") SELECT source, use, target, at, "column" FROM temp.refs ORDER BY rowid;
DROP TABLE temp.refs;
CREATE INDEX _reference_target ON _reference(target, source, use);

-- The words of names without how many each has, which nothing asks but an import that has to know which names are there
-- already: the symbols say it. Opening the database to write fills it again (store/store.cc).
DROP TABLE _word;
CREATE VIRTUAL TABLE _word USING fts5(words, content = '', detail = none, columnsize = 0, tokenize = 'unicode61 remove_diacritics 0');
INSERT INTO _word(_word, rank) VALUES ('hashsize', 16777216);
CREATE INDEX _module_name ON _module(name);
ALTER TABLE _store ADD COLUMN last_word INTEGER NOT NULL DEFAULT 0;

-- One row per field, method, property and event of a snapshot. Equality on full_name scans: look it up by
-- type and name, or through the virtual table symbols. Two builds of the same code have the same body; visibility and
-- end_line are as in types.
CREATE VIEW members AS
SELECT p.name AS project, s.id AS snapshot, mn.text AS module, tf.text AS type, k.name AS kind,
       n.text AS name, coalesce(f.text, tf.text || '.' || n.text) AS full_name,
       CASE WHEN e.flags & 1048576 THEN replace(g.text, char(1), n.text) ELSE coalesce(g.text, '') END
         AS signature,
       tf.text || '.' || n.text || coalesce(q.text, CASE e.kind WHEN 1 THEN '()' ELSE '' END) AS key,
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
LEFT JOIN _name f ON f.id = iif(e.full_name = 0, e.name, e.full_name) LEFT JOIN _sig g ON g.id = e.sig LEFT JOIN _sig q ON q.id = e.params
LEFT JOIN _code c ON c.member = e.id;

-- One row per type of a snapshot. visibility is public, protected, protected internal, internal or private, empty where
-- the source does not say; end_line is its last line, null where line is.
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

-- Attributes, constants, constraints, addresses and doc comments, one row each.
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

-- One row per reference: source_type and source_member hold it, target says to what.
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

CREATE VIEW "references" AS SELECT * FROM refs;

-- What comments of earlier migrations say otherwise.
-- _store.last_word: of an import under way the last of its names whose words are in the ranked index, else 0
-- _type.more_lines: how many follow line until its end
-- _detail: What is known beyond the columns: attributes, constraints, doc comments (DetailKind), and more values and results than a member's own row holds.
