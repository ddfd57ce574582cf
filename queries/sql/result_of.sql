-- What a member of a source holds or gives, as its file says it.
-- params: symbol int
-- row: text text
SELECT text FROM _detail WHERE symbol = :symbol AND kind = 12
