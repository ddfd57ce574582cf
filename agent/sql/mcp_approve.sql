-- Keeps what was agreed to.
-- params: server text, tool text, hash text, shown text, at int
INSERT INTO _mcp_approval(server, tool, hash, shown, at) VALUES (:server, :tool, :hash, :shown, :at)
