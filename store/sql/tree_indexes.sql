-- The indexes of a table: the one with is_key is the table itself, where it has no rowid; is_non_null leaves out
-- rows whose first column is null.
-- params: name text
-- row: name text, is_key int, is_partial int, is_non_null int
SELECT l.name, l.origin = 'pk' AS is_key, l.partial AS is_partial, coalesce(s.sql LIKE '%IS NOT NULL', 0) AS is_non_null
FROM pragma_index_list(:name) l LEFT JOIN sqlite_schema s ON s.name = l.name ORDER BY l.seq
