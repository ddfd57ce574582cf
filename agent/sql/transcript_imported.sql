-- How many sessions other programs made; by the partial index.
-- row: sessions int
SELECT count(*) AS sessions FROM _session WHERE source <> ''
