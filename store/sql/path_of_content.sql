-- A file that has a text, for a message: reads the files until there is one.
-- params: content int
-- row: path text
SELECT n.text AS path FROM _file f JOIN _name n ON n.id = f.path WHERE f.content = :content LIMIT 1
