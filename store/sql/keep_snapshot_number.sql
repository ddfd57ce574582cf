-- A dropped snapshot's number is never given to another.
-- params: snapshot int
UPDATE _store SET last_snapshot = max(last_snapshot, :snapshot) WHERE id = 1
