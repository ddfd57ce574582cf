-- How many names hold words that begin so, 4,096 at most; by the full-text index.
-- params: words text
-- row: names int
SELECT count(*) AS names FROM (SELECT 1 FROM _word WHERE _word MATCH :words LIMIT 4096)
