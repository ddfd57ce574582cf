-- The types that references name, in any snapshot, all of them being looked at: by _target_type alone.
-- row: name text
SELECT n.text AS name FROM (SELECT DISTINCT type FROM _target) g CROSS JOIN _name n ON n.id = g.type
