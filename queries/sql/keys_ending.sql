-- The keys of references that end so, all keys being looked at, by _target_key alone.
-- params: ending text
-- row: key text
SELECT n.text AS key FROM (SELECT DISTINCT key FROM _target) g CROSS JOIN _name n ON n.id = g.key
WHERE substr(n.text, -length(:ending)) = :ending
