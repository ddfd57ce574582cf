-- Every edit with what its event says of it and what the files held; a walk of the edits.
-- row: uid text, seq int, kind text, path text, added int, removed int, images int, body text, before blob?, after blob?
SELECT s.uid, e.seq, e.kind, d.path, d.added, d.removed, d.images, x.text AS body, b.data AS before, a.data AS after
FROM _edit d JOIN _event e ON e.id = d.event JOIN _session s ON s.id = e.session JOIN _body x ON x.id = e.body
LEFT JOIN _image b ON b.id = d.before LEFT JOIN _image a ON a.id = d.after
ORDER BY d.id
