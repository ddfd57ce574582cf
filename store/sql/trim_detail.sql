-- Removes what a dead import left in _detail.
-- params: mark int
DELETE FROM _detail WHERE symbol > :mark
