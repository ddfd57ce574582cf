-- Every finding with what its event says; a walk of the findings, those of an event together.
-- row: uid text, seq int, event int, kind_of_event text, kind text, name text, full_name text, module text, importance text, notes text, body text
SELECT s.uid, e.seq, e.id AS event, e.kind AS kind_of_event, f.kind, f.name, f.full_name, f.module, f.importance, f.notes,
       x.text AS body
FROM _finding f JOIN _event e ON e.id = f.event JOIN _session s ON s.id = e.session JOIN _body x ON x.id = e.body
ORDER BY f.event, f.id
