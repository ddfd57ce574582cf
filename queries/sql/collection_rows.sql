-- How many rows the collections without an index of their text have. Rows of an unfinished import are not counted.
-- params: scope text
-- row: files int, literals int, sessions int, findings int, notes int, targets int
SELECT (SELECT count(*) FROM _file WHERE snapshot IN (SELECT value FROM json_each('[' || :scope || ']'))) AS files,
       (SELECT count(*) FROM _literal_text WHERE id <= coalesce((SELECT name FROM _import), 9223372036854775807)) AS literals,
       (SELECT count(*) FROM _session) AS sessions, (SELECT count(*) FROM _finding) AS findings,
       (SELECT count(*) FROM _note) AS notes, (SELECT count(*) FROM _target WHERE id <= coalesce((SELECT target FROM _import), 9223372036854775807)) AS targets
