-- Removes what a dead import left in _content.
-- params: mark int
DELETE FROM _content WHERE id > :mark
