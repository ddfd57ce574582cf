-- What a person agreed to of servers of other programs, whose tools agents may call (agent/mcp/client/): what starts a
-- server, and each tool as the server described it then. One that describes a tool otherwise is asked about again.
CREATE TABLE _mcp_approval(
  server TEXT NOT NULL,            -- its name in the configuration
  tool TEXT NOT NULL,              -- as the server names it; "" = the server itself
  hash TEXT NOT NULL,              -- SHA-256 of the tool's description, or of the server's configuration
  shown TEXT NOT NULL,             -- what the person was shown of it
  at INTEGER NOT NULL,             -- ms since 1970, UTC
  PRIMARY KEY(server, tool)
) WITHOUT ROWID;
