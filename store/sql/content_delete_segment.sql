-- Removes the row of a segment.
-- params: segment int
DELETE FROM _content_segment WHERE id = :segment
