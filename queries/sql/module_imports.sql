-- What a module imports, by the range of its symbols.
-- params: module int, last int
-- row: target text
SELECT n.text AS target FROM _reference r JOIN _target g ON g.id = r.target JOIN _name n ON n.id = g.key
WHERE r.source BETWEEN :module AND :last AND r.kind = 13
