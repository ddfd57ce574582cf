-- The bytes of a unit.
-- params: id int
-- row: data blob
SELECT data FROM _unit WHERE id = :id
