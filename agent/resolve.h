#pragma once
// Holds findings against the store: whether the symbol exists, and what the store knows about where
// it lies. Runs as a hidden tool, so that a replay reads its answers from the record.
#include <vector>

#include "agent/report.h"
#include "agent/tool.h"
#include "store/store.h"

namespace dossier {

/// What the store says about one finding; not found leaves everything else empty.
struct Resolved {
  bool found = false;
  std::string kind, module_name, assembly_path, source_path, key;
};

inline constexpr std::string_view kResolveTool = "resolve_findings";

/// Adds the hidden tool.
void add_resolve_tool(Toolbox& tools, Store& store, std::string project);

/// The call that resolves these findings, and what its result says, one for each.
ToolCall resolve_call(const std::vector<Finding>& findings);
std::vector<Resolved> resolved_from(const ToolResult& result, size_t count);

}  // namespace dossier
