-- Removes what a dead import left in _segment.
-- params: mark int
DELETE FROM _segment WHERE id > :mark
