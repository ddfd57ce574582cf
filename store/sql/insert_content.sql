-- A text with its place in the content index; words is null while it is not in the ranked index.
-- params: id int, hash blob, bytes int, lines int, ends int, segment int, first_block int, blocks int, words int?
INSERT INTO _content(id, hash, bytes, lines, ends, segment, first_block, blocks, words)
VALUES (:id, :hash, :bytes, :lines, :ends, :segment, :first_block, :blocks, :words)
