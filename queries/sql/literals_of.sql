-- The literals in the code of the symbols first..last, in order.
-- params: first int, last int
-- row: source int, is_string int, value text, il_offset int?
SELECT r.source, r.is_string, v.text AS value, r.il_offset FROM _literal r JOIN _name v ON v.id = r.value
WHERE r.source BETWEEN :first AND :last ORDER BY r.source, r.seq
