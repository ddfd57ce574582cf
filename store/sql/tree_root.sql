-- The page where the tree of a table or index begins.
-- params: name text
-- row: page int
SELECT rootpage AS page FROM sqlite_schema WHERE name = :name
