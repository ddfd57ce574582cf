-- Attaches a note to a symbol's key.
-- params: key text, text text, author text, session int?, at int
INSERT INTO _note("key", text, author, session, at) VALUES (:key, :text, :author, :session, :at)
