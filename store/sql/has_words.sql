-- Whether a name's words are in the ranked index already (its row of document sizes).
-- params: name int
-- row: found int
SELECT 1 AS found FROM _word_docsize WHERE id = :name
