-- Texts of a snapshot whose words are not in the ranked index: a walk of the texts.
-- params: snapshot int
-- row: id int, segment int, first_block int, blocks int
SELECT id, segment, first_block, blocks FROM _content
WHERE words IS NULL AND id IN (SELECT content FROM _file WHERE snapshot = :snapshot)
