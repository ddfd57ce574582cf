-- Removes what a dead import left in _code.
-- params: mark int
DELETE FROM _code WHERE member > :mark
