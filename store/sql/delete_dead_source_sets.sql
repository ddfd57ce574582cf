-- Removes source paths that no snapshot's module has: a walk of the tables.
DELETE FROM _source_set WHERE id NOT IN (SELECT sources FROM _snapshot_module WHERE sources IS NOT NULL)
