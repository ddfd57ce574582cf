-- The types of a full name, in any snapshot, by _type_full_name.
-- params: full_name int
-- row: id int, last int
SELECT t.id, t.last FROM _type t WHERE t.full_name = :full_name
