-- How many types each namespace of the newest snapshots has, most first; a walk of the types.
-- params: limit int
-- row: module text, name_space text, types int
SELECT module, namespace AS name_space, count(*) AS types FROM types WHERE is_latest
GROUP BY module, namespace ORDER BY count(*) DESC, module, namespace LIMIT :limit
