-- The edit that an event made, with what the file held and the event whose edit it undoes; by the index on the event.
-- params: event int
-- row: root text, images int, before blob?, after blob?, undoes int?
SELECT d.root, d.images, b.data AS before, a.data AS after,
       (SELECT x.seq FROM _edit u JOIN _event x ON x.id = u.event WHERE u.id = d.undoes) AS undoes
FROM _edit d LEFT JOIN _image b ON b.id = d.before LEFT JOIN _image a ON a.id = d.after
WHERE d.event = :event
