-- Removes what a dead import left in _snapshot.
-- params: mark int
DELETE FROM _snapshot WHERE id > :mark
