-- Broad lookup: modules, types and members whose name, full name or signature matches, in discovery order.
-- The gram index behind the virtual table makes it fast.
-- params: pattern text, scope text, max_hits int
-- row: kind text, name text, full_name text, signature text, module text, path text
SELECT kind, name, full_name, signature, module, path FROM symbols
WHERE "any" REGEXP :pattern AND scope = :scope AND max_hits = :max_hits
