-- Forgets the texts of literals beyond an id: what a dead import left.
-- params: after int
DELETE FROM _literal_text WHERE id > :after
