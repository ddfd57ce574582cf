-- Whether a snapshot holds a text without words in the ranked index: a walk of the texts.
-- params: snapshot int
-- row: found int
SELECT EXISTS (SELECT 1 FROM _content WHERE words IS NULL AND id IN (SELECT content FROM _file WHERE snapshot = :snapshot)) AS found
