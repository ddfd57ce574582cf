-- The literals of a module, by their sources.
-- params: first int, last int
-- row: source int, is_string int, value text, il_offset int?, line int?
SELECT l.source, l.is_string, n.text AS value, l.il_offset, l.line FROM _literal l JOIN _name n ON n.id = l.value
WHERE l.source BETWEEN :first AND :last ORDER BY l.source, l.seq
