-- What the keys of a module's members say behind their names, in order: one range of the primary key.
-- params: first int, last int
-- row: params text?
SELECT p.text AS params FROM _member e LEFT JOIN _sig p ON p.id = e.params
WHERE e.id BETWEEN :first AND :last ORDER BY e.id
