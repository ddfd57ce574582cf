-- Every event with the text it vouches for, in the order of the rows: a walk of the events.
-- row: id int, uid text, seq int, parent int?, at int, ms int?, kind text, tool text?, body text, body_hash blob, hash blob
SELECT e.id, s.uid, e.seq, e.parent, e.at, e.ms, e.kind, e.tool, b.text AS body, b.hash AS body_hash, e.hash
FROM _event e JOIN _session s ON s.id = e.session JOIN _body b ON b.id = e.body
ORDER BY e.id
