-- The segments of a part of the index: one or more rows for each import that is not merged yet.
-- params: part int
-- row: id int, blocks int
SELECT id, blocks FROM _segment WHERE part = :part ORDER BY id
