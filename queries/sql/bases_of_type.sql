-- What a type derives from and implements, by the range of its symbols: an embedded field is a base, too.
-- params: first int, last int
-- row: target text
SELECT k.text AS target FROM _reference r JOIN _target g ON g.id = r.target JOIN _name k ON k.id = g.key
WHERE r.source BETWEEN :first AND :last AND (r.use >> 3 & 31) IN (8, 9) ORDER BY r.source, r.use
