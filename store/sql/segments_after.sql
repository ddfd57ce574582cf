-- The parts of the index that an import under way has finished segments of: one range of the primary key.
-- params: last int
-- row: part int
SELECT part FROM _segment WHERE id > :last
