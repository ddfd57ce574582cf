-- Removes signatures and parameter lists of no member: a walk of the tables.
DELETE FROM _sig WHERE id NOT IN (SELECT sig FROM _member WHERE sig IS NOT NULL)
  AND id NOT IN (SELECT params FROM _member WHERE params IS NOT NULL)
