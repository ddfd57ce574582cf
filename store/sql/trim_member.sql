-- Removes what a dead import left in _member.
-- params: mark int
DELETE FROM _member WHERE id > :mark
