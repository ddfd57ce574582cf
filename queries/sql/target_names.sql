-- The key of a reference's target, and the type that it is or belongs to.
-- params: target int
-- row: type int, type_name text, key text
SELECT g.type, t.text AS type_name, k.text AS "key"
FROM _target g JOIN _name t ON t.id = g.type JOIN _name k ON k.id = g.key WHERE g.id = :target
