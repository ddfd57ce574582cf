-- What refers to something is counted by kind, and put in order, without touching the references themselves.
DROP INDEX _reference_target;
CREATE INDEX _reference_target ON _reference(target, source, seq, kind);

-- Every text or number that is a literal somewhere, once: what a regular expression is tried on.
CREATE TABLE _literal_text(
  id INTEGER PRIMARY KEY REFERENCES _name(id)
);
INSERT INTO _literal_text(id) SELECT DISTINCT value FROM _literal;
