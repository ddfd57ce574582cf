-- How many rows there are of what has no index of its text.
-- params: scope text
-- row: files int, literals int, sessions int, findings int, notes int, targets int
SELECT (SELECT count(*) FROM _file WHERE snapshot IN (SELECT value FROM json_each('[' || :scope || ']'))) AS files,
       (SELECT count(*) FROM _literal_text) AS literals,
       (SELECT count(*) FROM _session) AS sessions, (SELECT count(*) FROM _finding) AS findings,
       (SELECT count(*) FROM _note) AS notes, (SELECT count(*) FROM _target) AS targets
