-- Bytes of the database by part, from SQLite's own page statistics.
-- row: part text, bytes int
SELECT CASE WHEN name = '_content_unit' THEN 'contents'
            WHEN name LIKE '\_content\_posting%' ESCAPE '\' THEN 'index: contents'
            WHEN name LIKE '\_content\_word%' ESCAPE '\' THEN 'index: words of contents'
            WHEN name LIKE '\_posting%' ESCAPE '\' THEN 'index: grams' WHEN name = '_unit' THEN 'index: blocks'
            WHEN name LIKE '\_word%' ESCAPE '\' THEN 'index: words'
            WHEN name IN ('_name', '_name_text') THEN 'names' WHEN name = '_sig' THEN 'signatures'
            WHEN name IN ('_member', '_code') THEN 'members' WHEN name LIKE '\_member\_%' ESCAPE '\' THEN 'member indexes'
            WHEN name LIKE '\_type%' ESCAPE '\' THEN 'types'
            WHEN name IN ('_reference', '_target') OR name LIKE '\_reference\_%' ESCAPE '\'
              OR name LIKE '\_target\_%' ESCAPE '\' THEN 'references'
            WHEN name LIKE '\_literal%' ESCAPE '\' THEN 'literals'
            ELSE 'other' END AS part, sum(pgsize) AS bytes
FROM dbstat WHERE aggregate = TRUE GROUP BY 1 ORDER BY 2 DESC
