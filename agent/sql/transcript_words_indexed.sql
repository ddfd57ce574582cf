-- Whether an event's words are in the index; by the row id of the index's own table of sizes.
-- params: event int
-- row: id int
SELECT id FROM _event_words_docsize WHERE id = :event
