-- What tells the contents of a file of a snapshot: the hash of its text, or its object id. (+: as in file_at.sql.)
-- params: snapshot int, path text
-- row: hash blob?, object blob?
SELECT c.hash, f.object FROM _name n JOIN _file f ON f.path = n.id LEFT JOIN _content c ON c.id = f.content
WHERE n.text = :path AND +f.snapshot = :snapshot
