-- What tells this database from every other. The person's state folder records it with the file (store/origin.h), so that
-- a file that was written over is noticed.
CREATE TABLE _identity(
  id TEXT NOT NULL                 -- 32 hexadecimal digits, at random
);
INSERT INTO _identity(id) VALUES (lower(hex(randomblob(16))));

-- What was agreed to and set is the person's, and kept in the state folder: what a file says of it is not read.
DROP TABLE _mcp_approval;
DROP VIEW settings;
DELETE FROM _setting WHERE name NOT GLOB 'query:*';
-- _setting: Saved queries (`dossier find --save`).
-- _setting.name: "query:NAME"
-- _setting.value: the text of the query, as JSON
