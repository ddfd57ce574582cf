-- The source path of one type in a set.
-- params: source_set int, ordinal int, path text
INSERT INTO _source_path(source_set, ordinal, path) VALUES (:source_set, :ordinal, :path)
