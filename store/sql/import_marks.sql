-- How far each table reaches: what an import adds lies beyond.
-- row: project int, snapshot int, name int, sig int, symbol int, segment int, target int, source_set int, content int, content_segment int, bulk int
SELECT (SELECT coalesce(max(id), 0) FROM _project) AS project, max((SELECT coalesce(max(id), 0) FROM _snapshot), (SELECT last_snapshot FROM _store)) AS snapshot,
       (SELECT coalesce(max(id), 0) FROM _name) AS name, (SELECT coalesce(max(id), 0) FROM _sig) AS sig,
       max((SELECT coalesce(max(id), 0) FROM _module), (SELECT coalesce(max(id), 0) FROM _type),
           (SELECT coalesce(max(id), 0) FROM _member)) AS symbol,
       (SELECT coalesce(max(id), 0) FROM _segment) AS segment, (SELECT coalesce(max(id), 0) FROM _target) AS target,
       (SELECT coalesce(max(id), 0) FROM _source_set) AS source_set,
       (SELECT coalesce(max(id), 0) FROM _content) AS content,
       (SELECT coalesce(max(id), 0) FROM _content_segment) AS content_segment,
       NOT EXISTS (SELECT 1 FROM _module) AND NOT EXISTS (SELECT 1 FROM _name) AS bulk
