-- Indexes the words of an event.
-- params: event int, text text
INSERT INTO _event_words(rowid, text) VALUES (:event, :text)
