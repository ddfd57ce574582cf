-- The words of every distinct text (rowid = _content.id), each once and without where it stands, for ranked search in
-- the contents of files. engine/search/text_words says what a word is; texts are split and lower-cased before they come
-- here. Without sizes (_content.words has them).
CREATE VIRTUAL TABLE _content_word USING fts5(words, content = '', detail = none, columnsize = 0, tokenize = 'ascii');
INSERT INTO _content_word(_content_word, rank) VALUES ('hashsize', 16777216);
-- How many words of the text are there; null: none yet (a text of an import without symbols, or of before this was).
ALTER TABLE _content ADD COLUMN words INTEGER;
