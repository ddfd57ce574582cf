-- The sessions whose calls or results hold a text, the first such call of each; by the full-text index, then
-- by reading what it found.
-- params: words text, text text
-- row: session text, seq int, calls int
SELECT s.uid AS session, min(e.seq) AS seq, count(*) AS calls
FROM _event_words w JOIN _event e ON e.id = w.rowid JOIN _session s ON s.id = e.session JOIN _body b ON b.id = e.body
WHERE _event_words MATCH :words AND e.kind IN ('tool_asked', 'tool_settled') AND instr(b.text, :text) > 0
GROUP BY s.id ORDER BY s.id
