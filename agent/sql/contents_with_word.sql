-- The texts with a word that begins so, at most `most` of them; by the ranked index of contents.
-- params: words text, most int
-- row: content int
SELECT rowid AS content FROM _content_word WHERE _content_word MATCH :words LIMIT :most
