-- The results of calls that were made together: a script's.

-- Calls of tools, and how they ended: the next event of the tool with the call's input tells, and an output is absent where
-- the program stopped before it. Those between a call of run_auto_tool and its end are its script's.
DROP VIEW tool_calls;
CREATE VIEW tool_calls AS
SELECT s.uid AS session, a.seq, a.tool, json_extract(q.text, '$.input') AS input,
       json_extract(r.text, '$.ok') AS ok, d.ms, length(CAST(json_extract(r.text, '$.result') AS BLOB)) AS output_bytes,
       json_extract(r.text, '$.result') AS output
FROM _event a JOIN _session s ON s.id = a.session JOIN _body q ON q.id = a.body
LEFT JOIN _event d ON d.session = a.session AND d.kind = 'tool_settled' AND d.seq = (
  SELECT min(x.seq) FROM _event x JOIN _body y ON y.id = x.body
  WHERE x.session = a.session AND x.seq > a.seq AND x.tool IS a.tool AND x.kind IN ('tool_asked', 'tool_settled')
    AND json_extract(y.text, '$.input') IS json_extract(q.text, '$.input'))
LEFT JOIN _body r ON r.id = d.body
WHERE a.kind = 'tool_asked';
