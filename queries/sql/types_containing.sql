-- The types whose name or full name contains a text, ignoring case, in discovery order (clear lookup, and
-- the types that a type-reference lookup is about).
-- params: text text, scope text
-- row: symbol int, name text, full_name text, module text, path text, snapshot int
SELECT symbol, name, full_name, module, path, snapshot FROM symbols
WHERE type_contains = :text AND scope = :scope
