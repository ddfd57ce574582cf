-- Forgets the texts of literals beyond an id: what a dead import left. A name from before that first became a
-- literal in it stays until the next compaction; no lookup finds it, since _literal lacks it.
-- params: after int
DELETE FROM _literal_text WHERE id > :after
