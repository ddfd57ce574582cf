-- Removes what a dead import left in _file.
-- params: snapshot int
DELETE FROM _file WHERE snapshot > :snapshot
