-- A session's edits with what the files held, in order; by the index on the event.
-- params: session int
-- row: id int, seq int, root text, path text, added int, removed int, images int, before blob?, after blob?, undone int, undoes int?
SELECT d.id, e.seq, d.root, d.path, d.added, d.removed, d.images, b.data AS before, a.data AS after,
       EXISTS (SELECT 1 FROM _edit u WHERE u.undoes = d.id AND NOT EXISTS (SELECT 1 FROM _edit r WHERE r.undoes = u.id))
         AS undone, d.undoes
FROM _event e JOIN _edit d ON d.event = e.id
LEFT JOIN _image b ON b.id = d.before LEFT JOIN _image a ON a.id = d.after
WHERE e.session = :session ORDER BY d.id
