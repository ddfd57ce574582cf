-- The module with this content, and what it holds.
-- params: hash blob
-- row: id int, last int, types int, references int
SELECT m.id, m.last, (SELECT count(*) FROM _type t WHERE t.id BETWEEN m.id AND m.last) AS types,
       (SELECT count(*) FROM _reference r WHERE r.source BETWEEN m.id AND m.last) AS "references"
FROM _module m WHERE m.hash = :hash
