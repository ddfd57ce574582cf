-- The sets of source files that a snapshot's modules came from, in the order of its modules: one range of the primary key.
-- params: snapshot int
-- row: module int, sources int
SELECT module, sources FROM _snapshot_module WHERE snapshot = :snapshot AND sources IS NOT NULL ORDER BY position
