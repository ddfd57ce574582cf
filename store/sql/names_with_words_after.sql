-- Interned texts beyond an id that are in the ranked index.
-- params: after int
-- row: id int, text text
SELECT n.id, n.text FROM _name n JOIN _word_docsize d ON d.id = n.id WHERE n.id > :after
