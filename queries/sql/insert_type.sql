-- A type.
-- params: id int, module int, name int, name_space int, full_name int, base_type int?, kind int?, flags int, last int, token int?
INSERT INTO _type(id, module, name, name_space, full_name, base_type, kind, flags, last, token)
VALUES (:id, :module, :name, :name_space, :full_name, :base_type, :kind, :flags, :last, :token)
