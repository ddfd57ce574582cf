-- The words of one text.
-- params: content int, words text
INSERT INTO _content_word(rowid, words) VALUES (:content, :words)
