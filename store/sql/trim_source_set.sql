-- Removes what a dead import left in _source_set.
-- params: mark int
DELETE FROM _source_set WHERE id > :mark
