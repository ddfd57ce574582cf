-- Notes up to which name the words of an import under way are in the ranked index.
-- params: name int
UPDATE _store SET last_word = :name
