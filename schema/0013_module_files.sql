-- Which file a module was read from, so that its code is shown from that file and from no other.
-- SHA-256 of the assembly's bytes (in a bundle, of the bundled file's); null: an export or a source says none.
ALTER TABLE _snapshot_module ADD COLUMN file BLOB;
