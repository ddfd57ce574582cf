-- Which readers made the facts of a tree's sources (a hash of them): files that did not change are read again
-- by others. Null: not known, or not a tree.
ALTER TABLE _snapshot ADD COLUMN readers TEXT;
