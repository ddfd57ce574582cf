-- Which collections other than symbols have any rows.
-- row: files int, literals int, sessions int, findings int, notes int
SELECT EXISTS(SELECT 1 FROM _file) AS files, EXISTS(SELECT 1 FROM _literal_text) AS literals,
       EXISTS(SELECT 1 FROM _session) AS sessions, EXISTS(SELECT 1 FROM _finding) AS findings,
       EXISTS(SELECT 1 FROM _note) AS notes
