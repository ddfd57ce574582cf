-- The id of a reference's target.
-- params: text int, type int, scope int, key int
-- row: id int
SELECT id FROM _target WHERE key = :key AND type = :type AND scope = :scope AND text = :text
