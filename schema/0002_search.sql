-- The search index: text blocks, gram postings and ranked words (engine/search says how they are coded).

-- One immutable segment per import, merged by tiers when many are small. Blocks are numbered from 0 in it.
CREATE TABLE _segment(
  id INTEGER PRIMARY KEY,
  blocks INTEGER NOT NULL,
  text_bytes INTEGER NOT NULL      -- logical bytes of text in its blocks
);

-- Consecutive blocks, LZ4-packed. id = segment * 2^32 + number of the first block, so that the unit of a
-- block is the last row at or before it.
CREATE TABLE _unit(
  id INTEGER PRIMARY KEY,
  data BLOB NOT NULL
);

-- Which blocks of a segment hold a gram. Keyed by gram first: a lookup reads one range for all segments.
CREATE TABLE _posting(
  gram INTEGER NOT NULL,
  segment INTEGER NOT NULL,
  blocks BLOB NOT NULL,
  PRIMARY KEY(gram, segment)
) WITHOUT ROWID;

-- The words of every distinct short name (rowid = _name.id), for ranked search.
CREATE VIRTUAL TABLE _word USING fts5(words, content = '', tokenize = 'unicode61 remove_diacritics 0');
-- Words are collected in 16 MB before they are written: an import then merges little.
INSERT INTO _word(_word, rank) VALUES ('hashsize', 16777216);
