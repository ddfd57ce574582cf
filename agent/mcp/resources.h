#pragma once
// What a client's user can pick as context: projects, snapshots, their files and symbols, and
// sessions. Files and symbols are read by the tools of those names, so that what was read is
// recorded, redacted and found again like any call; there are too many to be listed.
#include <functional>
#include <string>

#include "agent/mcp/dialogue.h"
#include "agent/mcp/place.h"

namespace dossier::mcp {

/// A page of a list: `key` holds the items from the cursor on, and nextCursor says that there are
/// more. A cursor is what a page before said.
Outcome page(std::string_view key, Json items, const Json& params);

/// Every project, snapshot and session.
Json listed_resources(Place& place);
Json resource_templates();

/// Reads through these.
struct Reading {
  Place& place;
  const Caller& caller;
  std::function<ToolResult(const ToolCall&)> call;  // of a tool, which is recorded
};

/// The contents of a resource. `is_fixed` becomes whether they stay what they are.
Outcome read_resource(const std::string& uri, const Reading& reading, bool& is_fixed);

/// The refusal of a name that is none.
Refusal no_resource(const std::string& uri, const Caller& caller);

}  // namespace dossier::mcp
