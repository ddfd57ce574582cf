-- Removes the postings of a part whose segments are gone: a walk of them.
-- params: part int
DELETE FROM _posting WHERE part = :part AND segment NOT IN (SELECT id FROM _segment)
