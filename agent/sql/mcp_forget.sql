-- Forgets what was agreed to of a server; a range of the primary key.
-- params: server text
DELETE FROM _mcp_approval WHERE server = :server
