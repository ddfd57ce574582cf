-- Every set of source paths with the listing that its hash is of (SourceSets), for a check of the database: reads them all.
-- row: id int, hash blob, listing text?
SELECT s.id, s.hash,
       (SELECT group_concat(p.ordinal || ' ' || length(CAST(p.path AS BLOB)) || ' ' || p.path, '')
        FROM (SELECT ordinal, path FROM _source_path WHERE source_set = s.id ORDER BY ordinal) p) AS listing
FROM _source_set s ORDER BY s.id
