-- The unit of the content index that holds a block: the last one at or before it.
-- params: at int
-- row: id int, data blob
SELECT id, data FROM _content_unit WHERE id <= :at ORDER BY id DESC LIMIT 1
