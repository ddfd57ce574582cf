-- How many sessions fork from one; a walk of the sessions.
-- params: session int
-- row: forks int
SELECT count(*) AS forks FROM _session WHERE parent = :session
