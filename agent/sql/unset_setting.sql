-- Back to the default.
-- params: name text
DELETE FROM _setting WHERE name = :name
