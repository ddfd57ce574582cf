-- The short names in use, whose words are ranked.
-- row: id int, text text
SELECT n.id, n.text FROM _name n WHERE n.id IN (
  SELECT name FROM _module UNION SELECT name FROM _type UNION SELECT name FROM _member) ORDER BY n.id
