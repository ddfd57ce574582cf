-- The members with a name, at most `most` of them, in discovery order, by _member_name.
-- params: name int, most int
-- row: id int, type int, kind int, flags int
SELECT id, type, kind, flags FROM _member WHERE name = :name ORDER BY id LIMIT :most
