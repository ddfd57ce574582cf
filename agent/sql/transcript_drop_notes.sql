-- Removes the notes that a session made; a walk of the notes.
-- params: session int
DELETE FROM _note WHERE session = :session
