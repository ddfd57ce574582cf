-- Removes the file contents that no edit holds any more; a walk of the contents.
DELETE FROM _image WHERE id NOT IN (SELECT before FROM _edit WHERE before IS NOT NULL)
  AND id NOT IN (SELECT after FROM _edit WHERE after IS NOT NULL)
