-- The module that holds a symbol, by _module's ids.
-- params: symbol int
-- row: id int, kind int, language text, last int, name text
SELECT m.id, m.kind, coalesce(n.text, '') AS language, m.last, mn.text AS name
FROM _module m JOIN _name mn ON mn.id = m.name LEFT JOIN _name n ON n.id = m.language
WHERE m.id = (SELECT max(x.id) FROM _module x WHERE x.id <= :symbol)
