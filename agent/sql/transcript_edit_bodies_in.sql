-- A session's edits with what their events say of them and what the files held, with the hashes that name it; by the index
-- on the session.
-- params: session int
-- row: uid text, seq int, kind text, path text, added int, removed int, images int, body text, before blob?, before_hash blob?, after blob?, after_hash blob?
SELECT s.uid, e.seq, e.kind, d.path, d.added, d.removed, d.images, x.text AS body,
       b.data AS before, b.hash AS before_hash, a.data AS after, a.hash AS after_hash
FROM _event e JOIN _edit d ON d.event = e.id JOIN _session s ON s.id = e.session JOIN _body x ON x.id = e.body
LEFT JOIN _image b ON b.id = d.before LEFT JOIN _image a ON a.id = d.after
WHERE e.session = :session ORDER BY e.seq
