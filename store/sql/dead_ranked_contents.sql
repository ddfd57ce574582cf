-- Texts that no snapshot's file has and whose words are in the ranked index: a walk of the files.
-- row: id int, segment int, first_block int, blocks int
SELECT id, segment, first_block, blocks FROM _content
WHERE words > 0 AND id NOT IN (SELECT content FROM _file WHERE content IS NOT NULL)
