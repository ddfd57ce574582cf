-- Removes what a dead import left in _literal.
-- params: mark int
DELETE FROM _literal WHERE source > :mark
