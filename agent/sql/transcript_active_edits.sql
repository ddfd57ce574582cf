-- A session's edits of a time that are no undoing, and whether they stand; by the indexes on event and session.
-- params: session int, since int, until int
-- row: added int, removed int, undone int
SELECT d.added, d.removed,
       EXISTS (SELECT 1 FROM _edit u WHERE u.undoes = d.id AND NOT EXISTS (SELECT 1 FROM _edit r WHERE r.undoes = u.id))
         AS undone
FROM _event e JOIN _edit d ON d.event = e.id
WHERE e.session = :session AND e.at >= :since AND e.at < :until AND d.undoes IS NULL
