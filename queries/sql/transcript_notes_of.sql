-- The notes on a key, oldest first; by the index on the key.
-- params: key text
-- row: text text, author text, at int
SELECT text, author, at FROM _note WHERE "key" = :key ORDER BY id
