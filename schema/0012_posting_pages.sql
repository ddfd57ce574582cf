-- Long posting lists. Kept in the rows of their grams, each left the last of its overflow pages half empty: a
-- third of the postings' pages.

-- The posting lists of a segment that are long, one after the other, cut into rows that fill a page each.
-- id = segment * 2^32 + number of the row; the gram's own row in _posting says where its list begins.
CREATE TABLE _posting_page(
  id INTEGER PRIMARY KEY,
  data BLOB NOT NULL
);

-- The same of the content index.
CREATE TABLE _content_posting_page(
  id INTEGER PRIMARY KEY,
  data BLOB NOT NULL
);
