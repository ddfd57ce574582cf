-- Every finished snapshot with its hash, for a check of the database.
-- row: id int, kind text, hash blob?
SELECT id, kind, hash FROM _snapshot WHERE visible ORDER BY id
