-- The namespaces that a module declares types in, by the range of its symbols.
-- params: module int, last int
-- row: name text
SELECT DISTINCT n.text AS name FROM _type t JOIN _name n ON n.id = t.name_space WHERE t.id BETWEEN :module AND :last
