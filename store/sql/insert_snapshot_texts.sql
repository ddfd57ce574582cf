-- Keeps where the texts of a snapshot stand.
-- params: snapshot int, ranges blob
INSERT INTO _snapshot_text(snapshot, ranges) VALUES (:snapshot, :ranges)
