-- Removes what a dead import left in _snapshot_module.
-- params: mark int
DELETE FROM _snapshot_module WHERE snapshot > :mark
