-- Takes a snapshot's files out of it.
-- params: snapshot int
DELETE FROM _file WHERE snapshot = :snapshot
