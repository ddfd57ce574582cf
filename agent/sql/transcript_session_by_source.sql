-- The sessions imported from a source, newest first; by the partial index.
-- params: source text
-- row: id int, uid text
SELECT id, uid FROM _session WHERE source = :source AND source <> '' ORDER BY id DESC
