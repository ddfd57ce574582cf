-- Whether a snapshot is of a folder and holds no hidden file: one range of the primary key, up to the first.
-- params: snapshot int
-- row: holds_none int
SELECT s.kind = 'directory' AND NOT EXISTS (SELECT 1 FROM _file f JOIN _name n ON n.id = f.path
    WHERE f.snapshot = s.id AND (n.text GLOB '.*' OR n.text GLOB '*/.*')) AS holds_none
FROM _snapshot s WHERE s.id = :snapshot
