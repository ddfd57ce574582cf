-- Whether a text is known as a literal's.
-- params: name int
-- row: found int
SELECT 1 AS found FROM _literal_text WHERE id = :name
