-- Removes texts that no snapshot's file has: a walk of the files.
DELETE FROM _content WHERE id NOT IN (SELECT content FROM _file WHERE content IS NOT NULL)
