-- How many lines of a file no reading of its language understood, so that what is missing from its symbols shows.
-- 0 too of a file whose language is not read; files imported before say 0 until they are read again.
-- _file.damaged: lines that no reading of its language understood
ALTER TABLE _file ADD COLUMN damaged INTEGER NOT NULL DEFAULT 0;

-- One row per file of a repository snapshot, in the byte order of paths. hash is the SHA-256 of its text,
-- null where no text is stored. damaged counts the lines that did not parse: `dossier ls --damaged` says which.
DROP VIEW files;
CREATE VIEW files AS
SELECT p.name AS project, s.id AS snapshot, n.text AS path, coalesce(g.text, '') AS language, f.size,
       coalesce(c.lines, 0) AS lines, CASE WHEN c.id IS NOT NULL THEN lower(hex(c.hash)) END AS hash, (f.flags & 1) <> 0 AS is_generated,
       (f.flags & 2) <> 0 AS is_vendored, (f.flags & 4) <> 0 AS is_binary,
       EXISTS (SELECT 1 FROM _head h WHERE h.snapshot = s.id) AS is_latest, f.damaged
FROM _file f JOIN _snapshot s ON s.id = f.snapshot AND s.visible JOIN _project p ON p.id = s.project
JOIN _name n ON n.id = f.path LEFT JOIN _name g ON g.id = f.language LEFT JOIN _content c ON c.id = f.content;
