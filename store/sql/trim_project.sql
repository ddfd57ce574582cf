-- Removes what a dead import left in _project.
-- params: mark int
DELETE FROM _project WHERE id > :mark
