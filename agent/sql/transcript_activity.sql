-- What a session's own events of a time count for, and which model answers from when on; by the unique index on
-- (session, seq).
-- params: session int, since int, until int
-- row: kind text, role text, said text, ok int, tokens_in int, tokens_out int, cost real, is_reply int, model text
SELECT e.kind, coalesce(json_extract(b.text, '$.role'), '') AS role,
       CAST(coalesce(substr(json_extract(b.text, '$.text'), 1, 40), '') AS TEXT) AS said,
       coalesce(json_extract(b.text, '$.ok'), 1) AS ok, coalesce(json_extract(b.text, '$.tokens_in'), -1) AS tokens_in,
       coalesce(json_extract(b.text, '$.tokens_out'), -1) AS tokens_out,
       coalesce(json_extract(b.text, '$.cost'), -1.0) AS cost,
       json_extract(b.text, '$.usage') IS NULL AND json_extract(b.text, '$.error') IS NULL
         AND json_extract(b.text, '$.continues') IS NULL AS is_reply,
       CAST(coalesce(json_extract(b.text, '$.model'), '') AS TEXT) AS model
FROM _event e JOIN _body b ON b.id = e.body
WHERE e.session = :session AND e.at < :until
  AND (e.kind = 'started' OR e.at >= :since AND e.kind IN ('message', 'model_settled', 'tool_settled'))
ORDER BY e.seq
