-- How many posting lists each segment has, for a check of the database: reads them all.
-- row: part int, segment int, lists int
SELECT part, segment, count(*) AS lists FROM _posting GROUP BY part, segment
