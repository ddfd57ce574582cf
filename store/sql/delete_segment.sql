-- Removes the row of a segment.
-- params: segment int
DELETE FROM _segment WHERE id = :segment
