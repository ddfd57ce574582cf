-- The segments of the index of contents: one row for each import that is not merged yet.
-- row: id int, blocks int
SELECT id, blocks FROM _content_segment ORDER BY id
