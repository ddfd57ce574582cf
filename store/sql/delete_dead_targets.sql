-- Removes what no reference points at: a walk of both tables.
DELETE FROM _target WHERE id NOT IN (SELECT target FROM _reference)
