-- Interned texts in the order of their ids, some at a time.
-- params: after int, limit int
-- row: id int, text text
SELECT id, text FROM _name WHERE id > :after ORDER BY id LIMIT :limit
