-- Removes what a dead import left in _unit.
-- params: mark int
DELETE FROM _unit WHERE id > :mark
