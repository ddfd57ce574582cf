-- Removes the texts that no event holds any more; a walk of the texts.
DELETE FROM _body WHERE id NOT IN (SELECT body FROM _event)
