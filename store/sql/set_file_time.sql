-- Notes a file's new modification time where its contents are what the snapshot holds, and that they are known to be.
-- params: snapshot int, position int, mtime int, flags int
UPDATE _file SET mtime = :mtime, flags = :flags WHERE snapshot = :snapshot AND position = :position
