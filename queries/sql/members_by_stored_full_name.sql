-- The members whose export gave them a full name of their own that is this one, by _member_full_name; and those that
-- are called by their name alone, by _member_name.
-- params: full_name text
-- row: symbol int, type int, kind int, flags int
SELECT e.id AS symbol, e.type, e.kind, e.flags FROM _name n JOIN _member e ON e.full_name = n.id AND e.full_name > 0
WHERE n.text = :full_name
UNION ALL
SELECT e.id AS symbol, e.type, e.kind, e.flags FROM _name n JOIN _member e ON e.name = n.id AND e.full_name = 0
WHERE n.text = :full_name
ORDER BY 1
