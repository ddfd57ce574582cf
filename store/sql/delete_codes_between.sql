-- Removes what is known of the code of members that are numbered from first to last.
-- params: first int, last int
DELETE FROM _code WHERE member BETWEEN :first AND :last
