-- A new module, before anything of it. Where it stands in the search index is known last (place_module.sql).
-- params: id int, hash blob, kind int, name int, full_name int, language int?, last int
INSERT INTO _module(id, hash, kind, name, full_name, language, last, segment, first_block, blocks, type_blocks)
VALUES (:id, :hash, :kind, :name, :full_name, :language, :last, 0, 0, 0, 0)
