-- A text with its place in the content index.
-- params: id int, hash blob, bytes int, lines int, ends int, segment int, first_block int, blocks int
INSERT INTO _content(id, hash, bytes, lines, ends, segment, first_block, blocks)
VALUES (:id, :hash, :bytes, :lines, :ends, :segment, :first_block, :blocks)
