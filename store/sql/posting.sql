-- The blocks of each segment of a part that hold a gram: one range of the primary key.
-- params: part int, gram int
-- row: segment int, blocks blob
SELECT segment, blocks FROM _posting WHERE part = :part AND gram = :gram ORDER BY segment
