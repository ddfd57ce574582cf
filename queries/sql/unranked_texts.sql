-- How many texts of files have no words in the ranked index, without those of an import under way: a walk of the texts.
-- row: texts int, unranked int
SELECT count(*) AS texts, coalesce(sum(words IS NULL), 0) AS unranked FROM _content
WHERE id <= coalesce((SELECT content FROM _import), 9223372036854775807)
