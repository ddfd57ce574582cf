-- Removes what a dead import left in _place.
-- params: mark int
DELETE FROM _place WHERE symbol > :mark
