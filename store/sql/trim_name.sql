-- Removes what a dead import left in _name.
-- params: mark int
DELETE FROM _name WHERE id > :mark
