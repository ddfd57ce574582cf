-- Removes the pages of a segment's long posting lists: one range of the primary key.
-- params: segment int
DELETE FROM _posting_page WHERE id >= :segment << 32 AND id < (:segment + 1) << 32
