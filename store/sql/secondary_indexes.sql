-- The indexes that a first import builds last.
-- row: name text, sql text
SELECT name, sql FROM sqlite_schema
WHERE type = 'index' AND name IN ('_name_text', '_type_full_name', '_type_name', '_member_name', '_member_full_name',
  '_target_key', '_target_type', '_reference_target', '_literal_value') ORDER BY name
