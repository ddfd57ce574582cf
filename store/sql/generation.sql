-- How often the facts have changed; caches of them are keyed on it.
-- row: generation int
SELECT generation FROM _store WHERE id = 1
