-- Every note, newest first; a walk of the table.
-- params: limit int
-- row: key text, text text, author text, at int
SELECT "key" AS "key", text, author, at FROM _note ORDER BY id DESC LIMIT :limit
