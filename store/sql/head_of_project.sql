-- The newest snapshot of a project, with what tells whether an import brings anything new, and what it holds.
-- params: project int
-- row: snapshot int, hash blob, label text?, kind text, source text, types int, members int, references int, imported_at int
SELECT h.snapshot, s.hash, s.label, s.kind, s.source, s.types, s.members, s."references", s.imported_at
FROM _head h JOIN _snapshot s ON s.id = h.snapshot WHERE h.project = :project
