-- Takes a snapshot's modules out of it; what no snapshot holds any more is removed by a compaction.
-- params: snapshot int
DELETE FROM _snapshot_module WHERE snapshot = :snapshot
