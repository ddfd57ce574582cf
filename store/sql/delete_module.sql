-- Removes the row of a module.
-- params: id int
DELETE FROM _module WHERE id = :id
