-- Removes what a dead import left in _module.
-- params: mark int
DELETE FROM _module WHERE id > :mark
