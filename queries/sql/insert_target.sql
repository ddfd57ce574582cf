-- What references point at.
-- params: id int, text int, type int, scope int, key int
INSERT INTO _target(id, text, type, scope, key) VALUES (:id, :text, :type, :scope, :key)
