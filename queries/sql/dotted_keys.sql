-- The keys of references that hold a dot, all keys being looked at, by _target_key alone.
-- row: name int, key text
SELECT n.id AS name, n.text AS "key" FROM (SELECT DISTINCT key FROM _target) g CROSS JOIN _name n ON n.id = g.key
WHERE instr(n.text, '.') > 0
