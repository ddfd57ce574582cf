-- Texts beyond an id whose words are in the ranked index.
-- params: after int
-- row: id int, segment int, first_block int, blocks int
SELECT id, segment, first_block, blocks FROM _content WHERE id > :after AND words > 0
