-- The texts that hold words, by the ranked index of contents.
-- params: words text
-- row: content int
SELECT rowid AS content FROM _content_word WHERE _content_word MATCH :words
