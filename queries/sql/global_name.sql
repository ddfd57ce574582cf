-- The name of a member that is known by its name alone, and the full name of the type that it is in, which is its file's.
-- params: symbol int
-- row: name int, type int
SELECT e.name, t.full_name AS type FROM _member e JOIN _type t ON t.id = e.type
WHERE e.id = :symbol AND e.full_name = 0
