-- A segment of the content index.
-- params: id int, blocks int, text_bytes int
INSERT INTO _content_segment(id, blocks, text_bytes) VALUES (:id, :blocks, :text_bytes)
