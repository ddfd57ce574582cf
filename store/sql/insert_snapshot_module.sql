-- A module's place in a snapshot, and the file it was read from.
-- params: snapshot int, position int, module int, path text, sources int?, file blob?
INSERT INTO _snapshot_module(snapshot, position, module, path, sources, file)
VALUES (:snapshot, :position, :module, :path, :sources, :file)
