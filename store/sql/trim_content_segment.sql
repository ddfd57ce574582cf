-- Removes what a dead import left in _content_segment.
-- params: mark int
DELETE FROM _content_segment WHERE id > :mark
