-- What a member of a source holds or gives, as its file says it.
-- params: symbol int
-- row: text text
SELECT v.text FROM _member e JOIN _sig v ON v.id = e.result WHERE e.id = :symbol
UNION ALL
SELECT text FROM _detail WHERE symbol = :symbol AND kind = 12
