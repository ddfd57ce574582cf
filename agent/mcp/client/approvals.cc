#include "agent/mcp/client/approvals.h"

#include "agent/sql.h"
#include "engine/clock.h"
#include "engine/unified_diff.h"

namespace dossier::mcp::client {

std::optional<Approved> approved(Store& store, const std::string& server) {
  std::optional<Approved> out;
  auto rows = store.rows<sql::McpApprovals>(std::string_view(server));
  while (const auto row = rows.next()) {
    if (!out) out.emplace();
    if (row->tool.empty())
      out->config = row->hash;
    else
      out->tools[std::string(row->tool)] = {std::string(row->hash), std::string(row->shown)};
  }
  return out;
}

void approve(Store& store, const ServerConfig& config, const std::vector<Definition>& tools) {
  const int64_t now = system_clock().now_ms();
  Transaction transaction(store.database(), Transaction::writing);
  store.run<sql::McpForget>(std::string_view(config.name));
  const auto keep = [&](std::string_view tool, std::string_view hash, std::string_view shown) {
    store.run<sql::McpApprove>(std::string_view(config.name), tool, hash, shown, now);
  };
  keep("", config.digest, config.shown());
  for (const auto& tool : tools) keep(tool.name, tool.hash, tool.shown());
  transaction.commit();
}

bool forget(Store& store, const std::string& server) {
  const bool is_known = approved(store, server).has_value();
  store.run<sql::McpForget>(std::string_view(server));
  return is_known;
}

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
