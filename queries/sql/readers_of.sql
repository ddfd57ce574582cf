-- Which readers made the facts of a snapshot: of assemblies, by which rules bodies were hashed.
-- params: snapshot int
-- row: readers text
SELECT coalesce(readers, '') AS readers FROM _snapshot WHERE id = :snapshot
