-- Notes a file's new modification time where its contents are what the snapshot holds.
-- params: snapshot int, position int, mtime int
UPDATE _file SET mtime = :mtime WHERE snapshot = :snapshot AND position = :position
