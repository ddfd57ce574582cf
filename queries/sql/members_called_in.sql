-- The members of one name within a type, by _member_name, which ends in the id.
-- params: name int, first int, last int
-- row: id int, kind int, params text
SELECT e.id, e.kind, coalesce(q.text, CASE e.kind WHEN 1 THEN '()' ELSE '' END) AS params
FROM _member e LEFT JOIN _sig q ON q.id = e.params WHERE e.name = :name AND e.id BETWEEN :first AND :last
