-- Forgets where a snapshot's texts stand.
-- params: snapshot int
DELETE FROM _snapshot_text WHERE snapshot = :snapshot
