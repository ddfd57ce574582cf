#include "agent/mcp/client/approvals.h"

#include <filesystem>
#include <variant>

#include "engine/clock.h"
#include "engine/json_value.h"
#include "engine/person_state.h"
#include "engine/unified_diff.h"

namespace dossier::mcp::client {
namespace {

constexpr std::string_view kKind = "mcp";

// The folder is where the command is looked up and runs; links are followed, so that a folder has
// one name. A NUL is in no path.
std::string key_of(const std::string& server) {
  return std::filesystem::canonical(".").string() + std::string(1, '\0') + server;
}

}  // namespace

std::optional<Approved> approved(const std::string& server) {
  const auto record = read_state(kKind, key_of(server));
  if (!record) return std::nullopt;
  const auto read = parse_json(*record);
  const Json* kept = std::get_if<Json>(&read);
  if (kept == nullptr || kept->fields() == nullptr) return std::nullopt;
  Approved out;
  out.config = kept->text("config");
  if (const Json* tools = kept->find("tools"); tools != nullptr && tools->fields() != nullptr)
    for (const auto& [name, tool] : *tools->fields())
      out.tools[name] = {tool.text("hash"), tool.text("shown")};
  return out;
}

std::string approve(const ServerConfig& config, const std::vector<Definition>& tools) {
  Json kept = Json::object();
  for (const auto& tool : tools)
    kept.set(tool.name, Json::object({{"hash", tool.hash}, {"shown", tool.shown()}}));
  return write_state(kKind, key_of(config.name),
                     Json::object({{"server", config.name},
                                   {"folder", std::filesystem::canonical(".").string()},
                                   {"starts", config.shown()},
                                   {"config", config.digest},
                                   {"at", rfc3339(system_clock().now_ms())},
                                   {"tools", std::move(kept)}})
                         .dump());
}

bool forget(const std::string& server) { return remove_state(kKind, key_of(server)); }

Changes changes_since(const std::optional<Approved>& before, const std::vector<Definition>& tools) {
  Changes out;
  for (const auto& tool : tools) {
    const Approved::Tool* known = nullptr;
    if (before)
      if (const auto found = before->tools.find(tool.name); found != before->tools.end())
        known = &found->second;
    if (known != nullptr && known->hash == tool.hash) continue;
    out.tools.push_back(tool.name);
    if (known == nullptr)
      out.shown += tool.shown() + "\n";
    else if (known->shown == tool.shown())
      out.shown += tool.name + ": the schema of its parameters or its annotations have changed\n\n";
    else
      out.shown += unified_diff(tool.name, known->shown, tool.shown()) + "\n";
  }
  return out;
}

}  // namespace dossier::mcp::client
