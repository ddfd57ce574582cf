-- Events that hold words, best first; by the full-text index.
-- params: words text, role text, project text, since int, limit int
-- row: session text, title text, seq int, kind text, tool text, at int, body text, score real
SELECT s.uid AS session, s.title, e.seq, e.kind, coalesce(e.tool, '') AS tool, e.at, b.text AS body,
       -bm25(_event_words) AS score
FROM _event_words w JOIN _event e ON e.id = w.rowid JOIN _session s ON s.id = e.session JOIN _body b ON b.id = e.body
WHERE _event_words MATCH :words AND (:role = '' OR e.kind = :role OR json_extract(b.text, '$.role') = :role
  OR json_extract(b.text, '$.message.role') = :role OR (:role = 'tool' AND e.kind IN ('tool_asked', 'tool_settled')))
  AND (:project = '' OR s.project = :project) AND e.at >= :since
ORDER BY bm25(_event_words), e.id LIMIT :limit
