-- Removes the rows of symbols that are numbered from first to last.
-- params: first int, last int
DELETE FROM _detail WHERE symbol BETWEEN :first AND :last
