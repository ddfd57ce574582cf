-- Forgets the texts of literals beyond an id: what a dead import left. Names from before it become texts of literals with
-- an import's last commit.
-- params: after int
DELETE FROM _literal_text WHERE id > :after
