-- The members whose export gave them a full name of their own that is this one, by _member_full_name.
-- params: full_name text
-- row: symbol int, type int, kind int, flags int
SELECT e.id AS symbol, e.type, e.kind, e.flags FROM _name n JOIN _member e ON e.full_name = n.id
WHERE n.text = :full_name ORDER BY e.id
