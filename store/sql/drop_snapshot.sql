-- Removes the row of a snapshot.
-- params: snapshot int
DELETE FROM _snapshot WHERE id = :snapshot
