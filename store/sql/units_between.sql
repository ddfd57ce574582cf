-- The units of a segment in the order of their blocks: one range of the primary key.
-- params: first int, last int
-- row: id int, data blob
SELECT id, data FROM _unit WHERE id BETWEEN :first AND :last ORDER BY id
