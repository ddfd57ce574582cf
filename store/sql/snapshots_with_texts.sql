-- The snapshots that keep where their texts stand.
-- row: snapshot int
SELECT snapshot FROM _snapshot_text ORDER BY snapshot
