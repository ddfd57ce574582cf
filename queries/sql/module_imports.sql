-- What a module imports, by the range of its symbols: its full name, and as its file says where it is.
-- params: module int, last int
-- row: target text, scope text
SELECT n.text AS target, s.text AS scope
FROM _reference r JOIN _target g ON g.id = r.target JOIN _name n ON n.id = g.key JOIN _name s ON s.id = g.scope
WHERE r.source BETWEEN :module AND :last AND (r.use >> 3 & 31) = 13
