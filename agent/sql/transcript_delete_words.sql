-- Takes an event's words out of the index; the text must be what was indexed.
-- params: event int, text text
INSERT INTO _event_words(_event_words, rowid, text) VALUES ('delete', :event, :text)
