-- A new snapshot, which no view shows yet.
-- params: id int, project int, label text?, kind text, source text, revision text?, imported_at int
INSERT INTO _snapshot(id, project, label, kind, source, revision, imported_at, visible)
VALUES (:id, :project, :label, :kind, :source, :revision, :imported_at, 0)
