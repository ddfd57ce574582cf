-- The keys of references that lie between two texts, by _name_text: every overload of a method.
-- params: from text, to text
-- row: key text
SELECT n.text AS key FROM _name n
WHERE n.text >= :from AND n.text < :to AND EXISTS (SELECT 1 FROM _target g WHERE g.key = n.id)
ORDER BY n.text
