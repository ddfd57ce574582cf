-- The source file of a type in a snapshot's set of source paths.
-- params: source_set int, ordinal int
-- row: path text
SELECT path FROM _source_path WHERE source_set = :source_set AND ordinal = :ordinal
