-- Removes signatures, parameter lists, values and results of no member: a walk of the tables.
DELETE FROM _sig WHERE id NOT IN (SELECT sig FROM _member WHERE sig IS NOT NULL)
  AND id NOT IN (SELECT params FROM _member WHERE params IS NOT NULL)
  AND id NOT IN (SELECT value FROM _member WHERE value IS NOT NULL)
  AND id NOT IN (SELECT result FROM _member WHERE result IS NOT NULL)
