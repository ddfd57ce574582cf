-- Makes a snapshot the newest of its project.
-- params: project int, snapshot int
INSERT INTO _head(project, snapshot) VALUES (:project, :snapshot)
ON CONFLICT(project) DO UPDATE SET snapshot = excluded.snapshot
