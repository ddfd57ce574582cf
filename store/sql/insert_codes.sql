-- What methods' code means and where it lies: member, body?, rva?
-- params: rows rows
INSERT INTO _code(member, body, rva) SELECT c0, c1, c2 FROM pending(:rows)
