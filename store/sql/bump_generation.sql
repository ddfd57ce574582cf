-- Says that the facts have changed.
UPDATE _store SET generation = generation + 1 WHERE id = 1
