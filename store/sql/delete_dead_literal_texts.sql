-- Removes texts that no literal has any more.
DELETE FROM _literal_text WHERE id NOT IN (SELECT value FROM _literal)
