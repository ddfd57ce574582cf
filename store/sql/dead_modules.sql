-- Modules that no snapshot holds: each is looked for in the index by module.
-- row: id int, last int
SELECT m.id, m.last FROM _module m WHERE NOT EXISTS (SELECT 1 FROM _snapshot_module l WHERE l.module = m.id)
ORDER BY m.id
