-- A literal in code.
-- params: source int, seq int, is_string int, value int, il_offset int?, line int?
INSERT INTO _literal(source, seq, is_string, value, il_offset, line)
VALUES (:source, :seq, :is_string, :value, :il_offset, :line)
