-- How many findings a session reported in a time, by whether the symbol was there; by the indexes on event and session.
-- params: session int, since int, until int
-- row: verified int, findings int
SELECT f.verified, count(*) AS findings FROM _event e JOIN _finding f ON f.event = e.id
WHERE e.session = :session AND e.at >= :since AND e.at < :until GROUP BY f.verified
