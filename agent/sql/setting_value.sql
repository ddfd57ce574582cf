-- What a setting is set to; no row = its default.
-- params: name text
-- row: value text
SELECT value FROM _setting WHERE name = :name
