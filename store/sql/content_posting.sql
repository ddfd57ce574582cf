-- The blocks of each segment of the content index that hold a gram: one range of the primary key.
-- params: gram int
-- row: segment int, blocks blob
SELECT segment, blocks FROM _content_posting WHERE gram = :gram ORDER BY segment
