-- The settings whose names lie between two: saved queries, in the order of their names.
-- params: from text, to text
-- row: name text, value text
SELECT name, value FROM _setting WHERE name >= :from AND name < :to ORDER BY name
