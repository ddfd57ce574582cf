-- Which unit of the content index holds a block: the last one at or before it.
-- params: at int
-- row: id int
SELECT id FROM _content_unit WHERE id <= :at ORDER BY id DESC LIMIT 1
