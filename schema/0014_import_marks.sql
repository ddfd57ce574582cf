-- An import's marks say how far each table reached before it, all in the same way, and nothing else: which indexes a
-- first import builds last is known from the schema.
UPDATE _import SET snapshot = snapshot - 1;
ALTER TABLE _import DROP COLUMN indexes;
