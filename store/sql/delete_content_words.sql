-- Takes the words of a text, as they were stored, out of the ranked index.
-- params: content int, words text
INSERT INTO _content_word(_content_word, rowid, words) VALUES ('delete', :content, :words)
