#pragma once
// What a person agreed to: a server as it was configured, and its tools as it described them. Kept
// in the database, so that what has changed since is noticed: the command that starts a server, or
// the words with which it tells a model what a tool does.
//
// Rejected: a file beside the configuration, which whoever changes the one could change, too.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "agent/mcp/client/config.h"
#include "agent/mcp/client/definition.h"
#include "store/store.h"

namespace dossier::mcp::client {

struct Approved {
  struct Tool {
    std::string hash, shown;
  };
  std::string config;                 // the digest of the server's configuration
  std::map<std::string, Tool> tools;  // by the server's names
};

/// What was agreed to of this server; absent where nothing was.
std::optional<Approved> approved(Store& store, const std::string& server);
/// Keeps the server and these tools as agreed to now, instead of what was before.
void approve(Store& store, const ServerConfig& config, const std::vector<Definition>& tools);
/// Returns whether there was anything to forget.
bool forget(Store& store, const std::string& server);

/// What of the tools a person has not agreed to.
struct Changes {
  std::vector<std::string> tools;  // new or described otherwise
  std::string shown;               // for the person: the words then and now

  bool none() const { return tools.empty(); }
};
Changes changes_since(const std::optional<Approved>& before, const std::vector<Definition>& tools);

}  // namespace dossier::mcp::client
