-- The key of a type or member, and the one that knows its generic parameters by position only.
-- params: symbol int
-- row: key text, open_key text
SELECT coalesce((SELECT f.text FROM _type t JOIN _name f ON f.id = t.full_name WHERE t.id = :symbol),
                (SELECT f.text || '.' || n.text || coalesce(q.text, CASE e.kind WHEN 1 THEN '()' ELSE '' END)
                 FROM _member e JOIN _type t ON t.id = e.type JOIN _name f ON f.id = t.full_name
                 JOIN _name n ON n.id = e.name LEFT JOIN _sig q ON q.id = e.params WHERE e.id = :symbol), '') AS "key",
       coalesce((SELECT d.text FROM _detail d WHERE d.symbol = :symbol AND d.kind = 11), '') AS open_key
