-- Removes the postings of segments that are gone: a walk of them.
DELETE FROM _content_posting WHERE segment NOT IN (SELECT id FROM _content_segment)
