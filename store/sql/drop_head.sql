-- The snapshot is no longer the newest of its project.
-- params: snapshot int
DELETE FROM _head WHERE snapshot = :snapshot
