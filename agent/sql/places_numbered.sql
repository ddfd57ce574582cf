-- Where the symbols numbered from first to last stand.
-- params: first int, last int
-- row: symbol int, line int, end_line int
SELECT id AS symbol, line, line + more_lines AS end_line FROM _type WHERE id BETWEEN :first AND :last AND line IS NOT NULL
UNION ALL
SELECT id, line, line + more_lines FROM _member WHERE id BETWEEN :first AND :last AND line IS NOT NULL ORDER BY 1
