-- Counts that no provider can have made are no figures of their session: their sum overflowed, and every list of
-- sessions failed on it.

DROP VIEW sessions;
-- Sessions, newest last. Turns are replies of the model; tokens are -1 where no provider counted them.
CREATE VIEW sessions AS
SELECT s.uid AS id, s.title, s.mode, s.model, s.project,
       strftime('%Y-%m-%dT%H:%M:%fZ', s.started_at / 1000.0, 'unixepoch') AS started_at,
       (SELECT strftime('%Y-%m-%dT%H:%M:%fZ', max(e.at) / 1000.0, 'unixepoch') FROM _event e WHERE e.session = s.id)
         AS ended_at,
       coalesce((SELECT json_extract(b.text, '$.status') FROM _event e JOIN _body b ON b.id = e.body
                 WHERE e.session = s.id AND e.kind = 'ended' ORDER BY e.seq DESC LIMIT 1), 'open') AS status,
       (SELECT count(*) FROM _event e JOIN _body b ON b.id = e.body
        WHERE e.session = s.id AND e.kind = 'model_settled' AND json_extract(b.text, '$.usage') IS NULL) AS turns,
       (SELECT coalesce(CAST(sum(CASE WHEN json_extract(b.text, '$.tokens_in') BETWEEN 0 AND 1000000000000
                                      THEN json_extract(b.text, '$.tokens_in') END) AS INTEGER), -1)
        FROM _event e JOIN _body b ON b.id = e.body WHERE e.session = s.id AND e.kind = 'model_settled') AS tokens_in,
       (SELECT coalesce(CAST(sum(CASE WHEN json_extract(b.text, '$.tokens_out') BETWEEN 0 AND 1000000000000
                                      THEN json_extract(b.text, '$.tokens_out') END) AS INTEGER), -1)
        FROM _event e JOIN _body b ON b.id = e.body WHERE e.session = s.id AND e.kind = 'model_settled') AS tokens_out,
       (SELECT p.uid FROM _session p WHERE p.id = s.parent) AS parent
FROM _session s;

-- What comments of earlier migrations say otherwise.
-- _file.flags: 1 generated, 2 vendored, 4 binary, 8 its time was old enough when it was looked at last to tell a change
-- _segment.id: of one segment; an import writes one or several for each part of the index
