-- Records a symbol that an answer reported.
-- params: event int, kind text, name text, full_name text, key text, module text, importance text, notes text, verified int
INSERT INTO _finding(event, kind, name, full_name, "key", module, importance, notes, verified)
VALUES (:event, :kind, :name, :full_name, :key, :module, :importance, :notes, :verified)
