-- A member.
-- params: id int, type int, name int, sig int?, flags int, kind int, params int?, full_name int?, member_type int?, token int?
INSERT INTO _member(id, type, name, sig, flags, kind, params, full_name, member_type, token)
VALUES (:id, :type, :name, :sig, :flags, :kind, :params, :full_name, :member_type, :token)
