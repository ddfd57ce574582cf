-- The key of a reference's target, the type that it is or belongs to, and how it is written.
-- params: target int
-- row: type int, type_name text, key text, text text
SELECT g.type, t.text AS type_name, k.text AS "key", n.text
FROM _target g JOIN _name t ON t.id = g.type JOIN _name k ON k.id = g.key JOIN _name n ON n.id = g.text
WHERE g.id = :target
