-- The folder that a snapshot was read from, if it was one.
-- params: snapshot int
-- row: source text
SELECT source FROM _snapshot WHERE id = :snapshot AND kind = 'directory'
