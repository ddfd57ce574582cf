-- The short names of the types and members numbered from first to last, each as often as it is borne, by the
-- ranges of their ids.
-- params: first int, last int
-- row: text text
SELECT n.text FROM _type t JOIN _name n ON n.id = t.name WHERE t.id BETWEEN :first AND :last
UNION ALL
SELECT n.text FROM _member e JOIN _name n ON n.id = e.name WHERE e.id BETWEEN :first AND :last
