-- Members: id, type, name, sig?, flags, kind, params?, full_name?, member_type?, token?
-- params: rows rows
INSERT INTO _member(id, type, name, sig, flags, kind, params, full_name, member_type, token)
SELECT c0, c1, c2, c3, c4, c5, c6, c7, c8, c9 FROM pending(:rows)
