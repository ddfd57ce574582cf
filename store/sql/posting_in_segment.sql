-- The blocks of one segment that hold a gram: one row by the primary key.
-- params: part int, gram int, segment int
-- row: blocks blob
SELECT blocks FROM _posting WHERE part = :part AND gram = :gram AND segment = :segment
