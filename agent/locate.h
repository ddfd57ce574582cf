#pragma once
// Locates findings in the store: whether a finding's symbol exists, and where it is. This is a
// hidden tool, so a replay reads its results from the record.
#include <vector>

#include "agent/report.h"
#include "agent/tool.h"
#include "store/store.h"

namespace dossier {

/// What the store knows about one finding; if not found, everything else is empty.
struct Located {
  bool found = false;
  std::string kind, module_name, assembly_path, source_path, key;
};

inline constexpr std::string_view kLocateTool = "resolve_findings";

/// Adds the hidden tool.
void add_locate_tool(Toolbox& tools, Store& store, std::string project);

/// The call that locates these findings, and its results, one per finding.
ToolCall locate_call(const std::vector<Finding>& findings);
std::vector<Located> located_from(const ToolResult& result, size_t count);

}  // namespace dossier
