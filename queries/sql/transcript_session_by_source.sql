-- The session imported from a source; by the partial index.
-- params: source text
-- row: id int, uid text
SELECT id, uid FROM _session WHERE source = :source AND source <> ''
