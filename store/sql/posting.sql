-- The blocks of each segment that hold a gram: one range of the primary key.
-- params: gram int
-- row: segment int, blocks blob
SELECT segment, blocks FROM _posting WHERE gram = :gram ORDER BY segment
