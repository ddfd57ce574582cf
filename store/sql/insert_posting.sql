-- The blocks of a segment that hold a gram.
-- params: gram int, segment int, blocks blob
INSERT INTO _posting(gram, segment, blocks) VALUES (:gram, :segment, :blocks)
