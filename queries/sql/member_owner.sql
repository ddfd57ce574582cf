-- The type that a member belongs to, and how the export words the member's kind.
-- params: symbol int
-- row: type int, kind int, flags int, member_type text?
SELECT e.type, e.kind, e.flags, w.text AS member_type FROM _member e LEFT JOIN _name w ON w.id = e.member_type
WHERE e.id = :symbol
