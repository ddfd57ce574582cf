-- Whether a symbol that was stored before the import has this name, so that its words are in the ranked index; by
-- _member_name, _type_name and _module_name.
-- params: name int, symbol int
-- row: found int
SELECT 1 AS found FROM _member WHERE name = :name AND id <= :symbol
UNION ALL SELECT 1 FROM _type WHERE name = :name AND id <= :symbol
UNION ALL SELECT 1 FROM _module WHERE name = :name AND id <= :symbol LIMIT 1
