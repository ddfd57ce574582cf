-- The members of one name within a type, by _member_name, which ends in the id, and whether they bear a full name of their
-- own.
-- params: name int, first int, last int
-- row: id int, kind int, params text, is_spelled int
SELECT e.id, e.kind, coalesce(q.text, CASE e.kind WHEN 1 THEN '()' ELSE '' END) AS params, coalesce(e.full_name > 0, 0) AS is_spelled
FROM _member e LEFT JOIN _sig q ON q.id = e.params WHERE e.name = :name AND e.id BETWEEN :first AND :last
