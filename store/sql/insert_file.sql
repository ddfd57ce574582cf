-- A file of a snapshot.
-- params: snapshot int, position int, path int, language int?, content int?, module int?, size int, mtime int, object blob?, flags int
INSERT INTO _file(snapshot, position, path, language, content, module, size, mtime, object, flags)
VALUES (:snapshot, :position, :path, :language, :content, :module, :size, :mtime, :object, :flags)
