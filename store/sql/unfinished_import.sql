-- The import under way, if any: alive or dead.
-- row: snapshot int, project int, name int, sig int, symbol int, segment int, target int, source_set int, content int, content_segment int, indexes text
SELECT snapshot, project, name, sig, symbol, segment, target, source_set, content, content_segment, indexes
FROM _import WHERE id = 1
