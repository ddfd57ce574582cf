-- A reference.
-- params: source int, seq int, target int, kind int, flags int, il_offset int?, line int?, column int?
INSERT INTO _reference(source, seq, target, kind, flags, il_offset, line, "column")
VALUES (:source, :seq, :target, :kind, :flags, :il_offset, :line, :column)
