-- The servers that were agreed to; a walk of the table, which holds a row a tool.
-- row: server text
SELECT server FROM _mcp_approval WHERE tool = '' ORDER BY server
