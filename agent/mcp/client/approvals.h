#pragma once
// What a person agreed to: a server as it was configured, and its tools as it described them. Kept
// in the person's state folder, by the name of the server and the folder in which it is started, so
// that what has changed since is noticed: the command that starts a server, or the words with which
// it tells a model what a tool does. The same command may be another program in another folder.
//
// Rejected: the database or a file beside the configuration, which arrive with a repository and
// could hold what nobody here agreed to.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "agent/mcp/client/config.h"
#include "agent/mcp/client/definition.h"

namespace dossier::mcp::client {

struct Approved {
  struct Tool {
    std::string hash, shown;
  };
  std::string config;                 // the digest of the server's configuration
  std::map<std::string, Tool> tools;  // by the server's names
};

/// What was agreed to of this server, started in this folder; absent where nothing was.
std::optional<Approved> approved(const std::string& server);
/// Keeps the server and these tools as agreed to now, instead of what was before. Returns why it
/// could not; "" = they are kept.
std::string approve(const ServerConfig& config, const std::vector<Definition>& tools);
/// Returns whether there was anything to forget.
bool forget(const std::string& server);

/// What of the tools a person has not agreed to.
struct Changes {
  std::vector<std::string> tools;  // new or described otherwise
  std::string shown;               // for the person: the words then and now

  bool none() const { return tools.empty(); }
};
Changes changes_since(const std::optional<Approved>& before, const std::vector<Definition>& tools);

}  // namespace dossier::mcp::client
