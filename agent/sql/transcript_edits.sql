-- A session's edits with what the files held, in order; by the index on the event.
-- params: session int
-- row: id int, seq int, root text, path text, added int, removed int, before blob?, after blob?, undone int, undoes int?
SELECT d.id, e.seq, d.root, d.path, d.added, d.removed, b.data AS before, a.data AS after,
       EXISTS (SELECT 1 FROM _edit u WHERE u.undoes = d.id) AS undone, d.undoes
FROM _event e JOIN _edit d ON d.event = e.id
LEFT JOIN _image b ON b.id = d.before LEFT JOIN _image a ON a.id = d.after
WHERE e.session = :session ORDER BY d.id
