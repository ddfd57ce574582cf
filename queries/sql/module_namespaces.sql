-- The namespaces that a module declares types in, and the packages, by the range of its symbols.
-- params: module int, last int
-- row: name text
SELECT DISTINCT n.text AS name FROM _type t LEFT JOIN _name k ON k.id = t.kind
JOIN _name n ON n.id = CASE k.text WHEN 'package' THEN t.full_name ELSE t.name_space END
WHERE t.id BETWEEN :module AND :last
