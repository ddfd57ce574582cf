-- Merges the index of events' words, which lets go of the words of dropped sessions.
INSERT INTO _event_words(_event_words) VALUES ('optimize')
