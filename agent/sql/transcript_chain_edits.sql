-- What a session's edits left of each file, those of the sessions that it forks from included, oldest first. A parent was
-- there before, or the row is damaged.
-- params: session int, seq int
-- row: path text, images int, after blob?
WITH RECURSIVE chain(session, last) AS (
  SELECT :session, NULL
  UNION ALL
  SELECT s.parent, s.parent_event FROM chain c JOIN _session s ON s.id = c.session WHERE s.parent < s.id)
SELECT d.path, d.images, a.data AS after
FROM chain c JOIN _event e ON e.session = c.session AND (c.last IS NULL OR e.id <= c.last)
JOIN _edit d ON d.event = e.id LEFT JOIN _image a ON a.id = d.after
WHERE e.seq <= :seq ORDER BY e.seq, d.id
