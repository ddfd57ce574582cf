-- What was agreed to of a server; a range of the primary key.
-- params: server text
-- row: tool text, hash text, shown text, at int
SELECT tool, hash, shown, at FROM _mcp_approval WHERE server = :server ORDER BY tool
