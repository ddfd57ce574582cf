-- A saved query, as JSON text, by the primary key of _setting.
-- params: name text
-- row: value text
SELECT value FROM _setting WHERE name = :name
