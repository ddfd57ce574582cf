-- A new project.
-- params: id int, name text, created_at int
INSERT INTO _project(id, name, created_at) VALUES (:id, :name, :created_at)
