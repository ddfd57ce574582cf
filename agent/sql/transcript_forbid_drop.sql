-- Ends what allow_drop began.
DELETE FROM _dropping
