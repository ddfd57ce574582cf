-- The rows that make a type a hit of type-refs: types whose base type, members whose full name or
-- signature contains a token, in discovery order.
-- params: tokens text, scope text
-- row: kind text, symbol int, name text, full_name text, signature text, base_type text, module text, path text, snapshot int
SELECT kind, symbol, name, full_name, signature, base_type, module, path, snapshot
FROM symbols WHERE mentions = :tokens AND scope = :scope
