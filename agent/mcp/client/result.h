#pragma once
// The result of an external tool's call as a model reads it: what is structured, else the text,
// with a line in the place of what is no text. Never longer than any tool's result.
#include "agent/turn.h"
#include "engine/json_value.h"

namespace dossier::mcp::client {

/// Fills in the result from the server's; one that is none is a failure that says so.
void take_result(const Json& from_server, ToolResult& into);

}  // namespace dossier::mcp::client
