#pragma once
// The rules of the tag dialogue that need no session: how much of a result is shown, and what
// is said of a check. Pure. Those of its goals are in agent/fix/goals.h.
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agent/turn.h"

namespace dossier {

/// The results with at most `bytes` of text together, each cut after a line or a row, with a note
/// that says how to read on.
std::vector<ToolResult> bounded(std::span<const ToolResult> results, size_t bytes);

/// For the final check: that the command passed, or why it was not run. "" if it failed.
std::string noted_check(const ToolResult& result);
/// The command that failed, how, and what it printed.
std::string failed_check(const Json& result);

}  // namespace dossier
