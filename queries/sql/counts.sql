-- What the newest snapshots hold together.
-- row: projects int, snapshots int, modules int, types int, members int
SELECT count(*) AS projects, (SELECT count(*) FROM _snapshot WHERE visible) AS snapshots,
       coalesce(sum(s.modules), 0) AS modules, coalesce(sum(s.types), 0) AS types,
       coalesce(sum(s.members), 0) AS members
FROM _head h JOIN _snapshot s ON s.id = h.snapshot
