-- What a person has set for this database, beside what is so by default (agent/settings.h).

-- One setting that is not as it is by default.
CREATE TABLE _setting(
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL              -- JSON
) WITHOUT ROWID;

-- Settings that are not as they are by default, as JSON; `dossier config` lists all.
CREATE VIEW settings AS SELECT name, value FROM _setting;
