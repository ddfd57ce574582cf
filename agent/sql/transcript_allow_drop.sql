-- Lets the triggers allow the deletions of one session. Within a transaction that ends with forbid_drop.
-- params: session int
INSERT INTO _dropping(session) VALUES (:session)
