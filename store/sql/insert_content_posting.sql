-- The blocks of a segment of the content index that hold a gram.
-- params: gram int, segment int, blocks blob
INSERT INTO _content_posting(gram, segment, blocks) VALUES (:gram, :segment, :blocks)
