-- What answers reported of symbols whose name or key holds a text, newest first; a walk of the findings.
-- params: text text, project text, limit int
-- row: session text, title text, seq int, at int, kind text, full_name text, key text, importance text, notes text, verified int
SELECT s.uid AS session, s.title, e.seq, e.at, f.kind, f.full_name, f."key" AS "key", f.importance, f.notes, f.verified
FROM _finding f JOIN _event e ON e.id = f.event JOIN _session s ON s.id = e.session
WHERE (instr(lower(f.full_name), lower(:text)) > 0 OR instr(lower(f."key"), lower(:text)) > 0)
  AND (:project = '' OR s.project = '' OR s.project = :project)
ORDER BY e.at DESC, f.id LIMIT :limit
