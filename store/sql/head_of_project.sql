-- The newest snapshot of a project, with what tells whether an import brings anything new.
-- params: project int
-- row: snapshot int, hash blob, label text?
SELECT h.snapshot, s.hash, s.label FROM _head h JOIN _snapshot s ON s.id = h.snapshot WHERE h.project = :project
