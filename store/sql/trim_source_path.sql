-- Removes what a dead import left in _source_path.
-- params: mark int
DELETE FROM _source_path WHERE source_set > :mark
