-- Notes which readers made a tree's facts.
-- params: snapshot int, readers text
UPDATE _snapshot SET readers = :readers WHERE id = :snapshot
