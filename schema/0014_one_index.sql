-- One search index with two parts, of symbols and of the lines of files, instead of two sets of tables. Segments are
-- numbered over both parts. Those of symbols get new numbers, beyond all there are: numbers of the others stand in
-- _snapshot_text too. Tables are made anew through others, since ALTER TABLE reads the whole schema each time, which
-- took longer for a new database than all other migrations together.

-- What an import that died left of the old tables goes here, for its marks count their numbers. Its words can be told
-- by its lines alone, so the ranked index of contents then begins anew.
INSERT INTO _content_word(_content_word) SELECT 'delete-all' FROM _import
WHERE EXISTS (SELECT 1 FROM _content WHERE id > _import.content AND words > 0);
UPDATE _content SET words = NULL
WHERE EXISTS (SELECT 1 FROM _import i JOIN _content c ON c.id > i.content AND c.words > 0);
DELETE FROM _unit WHERE id >= (SELECT (segment + 1) << 32 FROM _import);
DELETE FROM _segment WHERE id > (SELECT segment FROM _import);
DELETE FROM _content_unit WHERE id >= (SELECT (content_segment + 1) << 32 FROM _import);
DELETE FROM _content_segment WHERE id > (SELECT content_segment FROM _import);

CREATE TEMP TABLE shift AS SELECT max(coalesce((SELECT max(id) FROM _segment), 0),
                                      coalesce((SELECT max(id) FROM _content_segment), 0)) AS by;
UPDATE _module SET segment = segment + (SELECT by FROM shift);
UPDATE _unit SET id = id + ((SELECT by FROM shift) << 32);
INSERT INTO _unit(id, data) SELECT id, data FROM _content_unit ORDER BY id;
DROP TABLE _content_unit;
UPDATE _posting_page SET id = id + ((SELECT by FROM shift) << 32);
INSERT INTO _posting_page(id, data) SELECT id, data FROM _content_posting_page ORDER BY id;
DROP TABLE _content_posting_page;

CREATE TEMP TABLE segments AS SELECT id + (SELECT by FROM shift) AS id, 0 AS part, blocks, text_bytes FROM _segment
UNION ALL SELECT id, 1, blocks, text_bytes FROM _content_segment;
DROP TABLE _segment;
DROP TABLE _content_segment;
-- One immutable segment per import and part, merged by tiers when many are small. Blocks are numbered from 0 in it.
CREATE TABLE _segment(
  id INTEGER PRIMARY KEY,
  part INTEGER NOT NULL,           -- IndexPart: 0 symbols, 1 contents, the lines of files
  blocks INTEGER NOT NULL,
  text_bytes INTEGER NOT NULL      -- logical bytes of text in its blocks
);
INSERT INTO _segment(id, part, blocks, text_bytes) SELECT id, part, blocks, text_bytes FROM segments;
DROP TABLE temp.segments;

CREATE TEMP TABLE postings AS SELECT gram, segment + (SELECT by FROM shift) AS segment, blocks FROM _posting
ORDER BY gram, segment;
DROP TABLE _posting;
-- Which blocks of a segment hold a gram. Keyed by part and gram first: a lookup reads one range for all segments.
CREATE TABLE _posting(
  part INTEGER NOT NULL,
  gram INTEGER NOT NULL,
  segment INTEGER NOT NULL,
  blocks BLOB NOT NULL,
  PRIMARY KEY(part, gram, segment)
) WITHOUT ROWID;
INSERT INTO _posting(part, gram, segment, blocks) SELECT 0, gram, segment, blocks FROM postings ORDER BY rowid;
INSERT INTO _posting(part, gram, segment, blocks)
SELECT 1, gram, segment, blocks FROM _content_posting ORDER BY gram, segment;
DROP TABLE temp.postings;
DROP TABLE _content_posting;

CREATE TEMP TABLE marks AS SELECT * FROM _import;
DROP TABLE _import;
-- At most one import is under way. Its row holds how far each table reached before it, so that the next open can remove
-- every trace of an import whose process died (the lease is a file lock beside the file). Columns are the marks of
-- store/tables.txt. Which indexes a first import builds last is known from the schema.
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
INSERT INTO _import
SELECT id, snapshot - 1, project, name, sig, symbol, (SELECT coalesce(max(id), 0) FROM _segment), target, source_set, content
FROM marks;
DROP TABLE temp.marks;
DROP TABLE temp.shift;

-- What comments of earlier migrations say otherwise.
-- _content.segment: where its lines stand: _segment.id
-- _snapshot_text: Where the texts of a snapshot's files stand in the search index, as one value: a search reads this instead of a row for each file (store/scope/texts.h says how it is coded).
