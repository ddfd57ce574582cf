-- Removes what a dead import left in _type.
-- params: mark int
DELETE FROM _type WHERE id > :mark
