-- Types: id, module, name, name_space, full_name, base_type?, kind?, flags, last, token?
-- params: rows rows
INSERT INTO _type(id, module, name, name_space, full_name, base_type, kind, flags, last, token)
SELECT c0, c1, c2, c3, c4, c5, c6, c7, c8, c9 FROM pending(:rows)
