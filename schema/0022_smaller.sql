-- What a large tree has millions of takes less room. Of Linux 6.1 (78,255 files, 6.8 million members) the two below took
-- 110 MB more.

-- Members outside of types are called by their name alone, which _member_name finds.
DROP INDEX _member_full_name;
CREATE INDEX _member_full_name ON _member(full_name) WHERE full_name <> name;

-- The words of names are counted, not ranked by where they stand: places are not kept. Opening the database
-- to write fills it again (store/index/name_words.h).
DROP TABLE _word;
CREATE VIRTUAL TABLE _word USING fts5(words, content = '', detail = none, tokenize = 'unicode61 remove_diacritics 0');
INSERT INTO _word(_word, rank) VALUES ('hashsize', 16777216);

-- What comments of earlier migrations say otherwise.
-- _reference.seq: running number within the source
