-- Removes the postings of segments that are gone: a walk of them.
DELETE FROM _posting WHERE segment NOT IN (SELECT id FROM _segment)
