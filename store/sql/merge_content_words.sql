-- Writes the ranked index of contents anew, without what was taken out.
INSERT INTO _content_word(_content_word) VALUES ('optimize')
