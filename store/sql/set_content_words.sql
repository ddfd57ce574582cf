-- How many words of a text are in the ranked index.
-- params: content int, words int
UPDATE _content SET words = :words WHERE id = :content
