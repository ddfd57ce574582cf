-- How many names hold these words, the last of which begins so, 4,096 at most; by the full-text index. Names of an import under way do not
-- count: the order of an answer hangs on how many there are.
-- params: words text
-- row: names int
SELECT count(*) AS names FROM (
  SELECT 1 FROM _word WHERE _word MATCH :words AND rowid <= coalesce((SELECT name FROM _import), 9223372036854775807)
  LIMIT 4096)
