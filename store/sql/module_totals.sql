-- What a module holds.
-- params: id int
-- row: last int, types int, references int
SELECT m.last, (SELECT count(*) FROM _type t WHERE t.id BETWEEN m.id AND m.last) AS types,
       (SELECT count(*) FROM _reference r WHERE r.source BETWEEN m.id AND m.last) AS "references"
FROM _module m WHERE m.id = :id
