#include "agent/mcp/fixtures.h"

#include "agent/mcp/conformance_data.h"

namespace dossier::mcp {

Json Fixtures::read() { return read_json(conformance::files().front().text); }

void Fixtures::list(Json& tools) const {
  for (const auto& tool : all_["tools"].each()) tools.add(tool["listed"]);
}

const Json* Fixtures::find(std::string_view name) const {
  for (const auto& tool : all_["tools"].each())
    if (tool["listed"].text("name") == name) return &tool;
  return nullptr;
}

}  // namespace dossier::mcp
