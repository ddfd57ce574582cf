-- Where the texts of a snapshot stand in the content index, as one value.
-- params: snapshot int
-- row: ranges blob
SELECT ranges FROM _snapshot_text WHERE snapshot = :snapshot
