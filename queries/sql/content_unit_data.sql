-- The bytes of a unit of the content index.
-- params: id int
-- row: data blob
SELECT data FROM _content_unit WHERE id = :id
