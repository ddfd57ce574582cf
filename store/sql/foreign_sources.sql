-- Modules of a snapshot with a type from another file than their own: a tree has none. Reads the snapshot.
-- params: snapshot int
-- row: path text
SELECT l.path FROM _snapshot_module l JOIN _module m ON m.id = l.module JOIN _type t ON t.id BETWEEN m.id AND m.last
LEFT JOIN _source_path p ON p.source_set = l.sources AND p.ordinal = t.id - m.id
WHERE l.snapshot = :snapshot AND p.path IS NOT l.path
