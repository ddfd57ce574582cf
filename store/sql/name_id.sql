-- The id of an interned text.
-- params: text text
-- row: id int
SELECT id FROM _name WHERE text = :text
