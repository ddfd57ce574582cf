-- Removes the paths of source sets that are gone.
DELETE FROM _source_path WHERE source_set NOT IN (SELECT id FROM _source_set)
