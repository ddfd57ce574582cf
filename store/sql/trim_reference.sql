-- Removes what a dead import left in _reference.
-- params: mark int
DELETE FROM _reference WHERE source > :mark
