-- A module's place in a snapshot.
-- params: snapshot int, position int, module int, path text, sources int?
INSERT INTO _snapshot_module(snapshot, position, module, path, sources)
VALUES (:snapshot, :position, :module, :path, :sources)
