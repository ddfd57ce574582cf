-- How many texts of files have no words in the ranked index: a walk of the texts.
-- row: texts int, unranked int
SELECT count(*) AS texts, coalesce(sum(words IS NULL), 0) AS unranked FROM _content
