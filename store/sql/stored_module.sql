-- A module as it was read, without what it holds.
-- params: id int
-- row: hash blob, kind int, name text, full_name text, language text?, last int
SELECT m.hash, m.kind, n.text AS name, f.text AS full_name, l.text AS language, m.last
FROM _module m JOIN _name n ON n.id = m.name JOIN _name f ON f.id = m.full_name LEFT JOIN _name l ON l.id = m.language
WHERE m.id = :id
