-- Every module with where its rows stand in the search index, for a check of the database: reads them all.
-- row: id int, name text, is_checked int, last int, segment int, first_block int, blocks int, type_blocks int
SELECT m.id, n.text AS name, m.id > (SELECT last_unchecked FROM _store) AS is_checked, m.last, m.segment, m.first_block,
       m.blocks, m.type_blocks
FROM _module m JOIN _name n ON n.id = m.name ORDER BY m.id
