-- The pages in which a long posting list of the content index lies: one range of the primary key.
-- params: first int, last int
-- row: data blob
SELECT data FROM _content_posting_page WHERE id BETWEEN :first AND :last ORDER BY id
