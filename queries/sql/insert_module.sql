-- A new module.
-- params: id int, hash blob, kind int, name int, full_name int, language int?, last int, segment int, first_block int, blocks int, type_blocks int
INSERT INTO _module(id, hash, kind, name, full_name, language, last, segment, first_block, blocks, type_blocks)
VALUES (:id, :hash, :kind, :name, :full_name, :language, :last, :segment, :first_block, :blocks, :type_blocks)
