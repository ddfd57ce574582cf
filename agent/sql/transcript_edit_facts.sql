-- What the edits after an event of a session say, with the hashes of what the files held, in order; by the unique index on
-- (session, seq).
-- params: session int, after int, last int
-- row: event blob, root text, path text, added int, removed int, images int, before blob?, after blob?, undoes blob?
SELECT e.hash AS event, d.root, d.path, d.added, d.removed, d.images, b.hash AS before, a.hash AS after,
       (SELECT x.hash FROM _edit u JOIN _event x ON x.id = u.event WHERE u.id = d.undoes) AS undoes
FROM _event e JOIN _edit d ON d.event = e.id
LEFT JOIN _image b ON b.id = d.before LEFT JOIN _image a ON a.id = d.after
WHERE e.session = :session AND e.seq > :after AND e.seq <= :last ORDER BY e.seq, d.id
