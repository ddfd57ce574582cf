-- Where the texts of a snapshot's files stand in the content index, as one value: a search reads this instead
-- of a row for each file (queries/texts.h says how it is coded).
CREATE TABLE _snapshot_text(
  snapshot INTEGER PRIMARY KEY REFERENCES _snapshot(id),
  ranges BLOB NOT NULL
);
