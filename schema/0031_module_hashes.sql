-- The hash of a module no longer tells in which order facts of different symbols were read, so that its rows can be held
-- against it. Those that an earlier version wrote have other hashes.
ALTER TABLE _store ADD COLUMN last_unchecked INTEGER NOT NULL DEFAULT 0;
UPDATE _store SET last_unchecked = (SELECT coalesce(max(id), 0) FROM _module);
-- _store.last_unchecked: modules up to this one have the hash of an earlier version, which their rows do not tell
