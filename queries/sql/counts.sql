-- What the newest snapshots hold together, and how many sessions and events there are.
-- row: projects int, snapshots int, modules int, types int, members int, sessions int, events int
SELECT count(*) AS projects, (SELECT count(*) FROM _snapshot WHERE visible) AS snapshots,
       coalesce(sum(s.modules), 0) AS modules, coalesce(sum(s.types), 0) AS types,
       coalesce(sum(s.members), 0) AS members, (SELECT count(*) FROM _session) AS sessions,
       (SELECT count(*) FROM _event) AS events
FROM _head h JOIN _snapshot s ON s.id = h.snapshot
