-- Removes names that nothing is called by any more: a walk of every table that names something.
DELETE FROM _name WHERE id NOT IN (
  SELECT name FROM _module UNION SELECT full_name FROM _module
  UNION SELECT language FROM _module WHERE language IS NOT NULL
  UNION SELECT name FROM _type UNION SELECT name_space FROM _type UNION SELECT full_name FROM _type
  UNION SELECT base_type FROM _type WHERE base_type IS NOT NULL UNION SELECT kind FROM _type WHERE kind IS NOT NULL
  UNION SELECT name FROM _member UNION SELECT full_name FROM _member WHERE full_name IS NOT NULL
  UNION SELECT member_type FROM _member WHERE member_type IS NOT NULL
  UNION SELECT text FROM _target UNION SELECT type FROM _target UNION SELECT scope FROM _target
  UNION SELECT "key" FROM _target UNION SELECT value FROM _literal
  UNION SELECT path FROM _file UNION SELECT language FROM _file WHERE language IS NOT NULL)
