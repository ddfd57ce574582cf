-- Records a change of a file.
-- params: event int, root text, path text, added int, removed int, before int?, after int?, undoes int?, images int
INSERT INTO _edit(event, root, path, added, removed, before, after, undoes, images)
VALUES (:event, :root, :path, :added, :removed, :before, :after, :undoes, :images)
