-- Keeps anew where the texts of a snapshot stand.
-- params: snapshot int, ranges blob
UPDATE _snapshot_text SET ranges = :ranges WHERE snapshot = :snapshot
