-- Removes the units of a segment: one range of the primary key.
-- params: segment int
DELETE FROM _content_unit WHERE id >= :segment << 32 AND id < (:segment + 1) << 32
