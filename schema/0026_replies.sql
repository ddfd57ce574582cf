-- Replies that failed counted as turns, and of other programs each part of a reply. A session that was imported before its
-- model answered for the first time had no model, whatever came later: its own row never changes.

DROP VIEW sessions;
-- Sessions, newest last. Turns are replies of the model that were not errors, each counted once; tokens are -1 where no provider counted them.
CREATE VIEW sessions AS
SELECT s.uid AS id, s.title, s.mode,
       coalesce(nullif(s.model, ''),
                (SELECT json_extract(b.text, '$.model') FROM _event e JOIN _body b ON b.id = e.body
                 WHERE e.session = s.id AND e.kind = 'model_settled' AND json_extract(b.text, '$.model') IS NOT NULL
                 ORDER BY e.seq LIMIT 1), '') AS model, s.project,
       strftime('%Y-%m-%dT%H:%M:%fZ', s.started_at / 1000.0, 'unixepoch') AS started_at,
       (SELECT strftime('%Y-%m-%dT%H:%M:%fZ', max(e.at) / 1000.0, 'unixepoch') FROM _event e WHERE e.session = s.id)
         AS ended_at,
       coalesce((SELECT json_extract(b.text, '$.status') FROM _event e JOIN _body b ON b.id = e.body
                 WHERE e.session = s.id AND e.kind = 'ended' ORDER BY e.seq DESC LIMIT 1), 'open') AS status,
       (SELECT count(*) FROM _event e JOIN _body b ON b.id = e.body
        WHERE e.session = s.id AND e.kind = 'model_settled' AND json_extract(b.text, '$.usage') IS NULL
          AND json_extract(b.text, '$.error') IS NULL AND json_extract(b.text, '$.continues') IS NULL) AS turns,
       (SELECT coalesce(CAST(sum(CASE WHEN json_extract(b.text, '$.tokens_in') BETWEEN 0 AND 1000000000000
                                      THEN json_extract(b.text, '$.tokens_in') END) AS INTEGER), -1)
        FROM _event e JOIN _body b ON b.id = e.body WHERE e.session = s.id AND e.kind = 'model_settled') AS tokens_in,
       (SELECT coalesce(CAST(sum(CASE WHEN json_extract(b.text, '$.tokens_out') BETWEEN 0 AND 1000000000000
                                      THEN json_extract(b.text, '$.tokens_out') END) AS INTEGER), -1)
        FROM _event e JOIN _body b ON b.id = e.body WHERE e.session = s.id AND e.kind = 'model_settled') AS tokens_out,
       (SELECT p.uid FROM _session p WHERE p.id = s.parent) AS parent
FROM _session s;
