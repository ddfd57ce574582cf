-- Every segment of the search index.
-- row: id int, blocks int
SELECT id, blocks FROM _segment ORDER BY id
