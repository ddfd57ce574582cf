-- The import has finished, or every trace of it is gone.
DELETE FROM _import WHERE id = 1
