-- How many words each text has in the ranked index: a walk of the texts.
-- row: content int, words int
SELECT id AS content, words FROM _content WHERE words > 0
