-- Removes what a dead import left in _content_unit.
-- params: mark int
DELETE FROM _content_unit WHERE id > :mark
