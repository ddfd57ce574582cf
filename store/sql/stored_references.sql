-- The references of a module, by their sources.
-- params: first int, last int
-- row: source int, use int, target int, at int?, column int?
SELECT source, use, target, at, "column" FROM _reference WHERE source BETWEEN :first AND :last ORDER BY source, use
