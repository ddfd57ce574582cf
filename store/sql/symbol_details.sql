-- What is known of a symbol beyond its columns, in order.
-- params: symbol int
-- row: kind int, text text
SELECT kind, text FROM (
  SELECT seq, kind, text FROM _detail WHERE symbol = :symbol
  UNION ALL
  SELECT -1, 3, v.text FROM _member e JOIN _sig v ON v.id = e.value WHERE e.id = :symbol
  UNION ALL
  SELECT -1, 12, v.text FROM _member e JOIN _sig v ON v.id = e.result WHERE e.id = :symbol
  UNION ALL
  SELECT 0, 9, printf('0x%08x', rva) FROM _code WHERE member = :symbol AND rva IS NOT NULL)
ORDER BY seq
