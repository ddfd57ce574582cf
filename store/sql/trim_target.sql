-- Removes what a dead import left in _target.
-- params: mark int
DELETE FROM _target WHERE id > :mark
