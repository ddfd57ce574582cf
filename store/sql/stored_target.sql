-- The texts of what references point at.
-- params: id int
-- row: text text, type text, scope text, key text
SELECT n.text AS text, y.text AS type, s.text AS scope, k.text AS key
FROM _target t JOIN _name n ON n.id = t.text JOIN _name y ON y.id = t.type JOIN _name s ON s.id = t.scope
JOIN _name k ON k.id = t.key WHERE t.id = :id
