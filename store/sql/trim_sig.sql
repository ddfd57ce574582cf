-- Removes what a dead import left in _sig.
-- params: mark int
DELETE FROM _sig WHERE id > :mark
