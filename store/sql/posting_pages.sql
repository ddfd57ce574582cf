-- The pages in which a long posting list lies: one range of the primary key.
-- params: first int, last int
-- row: data blob
SELECT data FROM _posting_page WHERE id BETWEEN :first AND :last ORDER BY id
