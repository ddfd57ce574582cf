-- The names with a word that begins so, at most `most` of them; by the full-text index. Names of an import under way do not count.
-- params: words text, most int
-- row: name int
SELECT rowid AS name FROM _word WHERE _word MATCH :words
AND rowid <= coalesce((SELECT name FROM _import), 9223372036854775807) LIMIT :most
