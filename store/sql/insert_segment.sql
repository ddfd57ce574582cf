-- A segment of the search index.
-- params: id int, blocks int, text_bytes int
INSERT INTO _segment(id, blocks, text_bytes) VALUES (:id, :blocks, :text_bytes)
