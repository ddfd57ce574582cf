#pragma once
// Which servers of the Model Context Protocol a person has configured, in the shape that other
// clients use: {"mcpServers": {"NAME": {"command", "args", "env", "cwd"} or {"url", "headers"}}}.
// Values may name variables of the environment, ${NAME} or ${NAME:-otherwise}, which are filled in
// when the server starts: what is compared, shown and kept is what was written, and so no secret.
//
// Rejected: an option for each server, which no other client's configuration could be given to.
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/error.h"
#include "engine/json_value.h"

namespace dossier::mcp::client {

using Pairs = std::vector<std::pair<std::string, std::string>>;

struct ServerConfig {
  static constexpr int64_t kTimeoutMs = 30'000, kMostTimeoutMs = 600'000;
  static constexpr size_t kMostServers = 32, kNameBytes = 32;

  std::string name;
  std::vector<std::string> command;  // the program and its arguments; {} = over HTTP
  Pairs environment;                 // beside the few variables that every server gets
  std::string folder;                // "" = this one
  std::string url;
  Pairs headers;
  int64_t timeout_ms = kTimeoutMs;  // of a call
  std::string digest;               // of what was written

  bool is_http() const { return command.empty(); }
  /// What starts it, on one line: the command, or the address.
  std::string shown() const;
};

/// Told of what is wrong with a configuration: the file, or one entry of it.
using TellFault = std::function<void(const Error&)>;

/// The servers of a configuration's text, without those that are disabled. `file` names it in
/// errors, which are Error{invalid}: a name that no tool can begin with, a key written out in a
/// header. With `tell` they are told, and the entries that are right are returned.
std::vector<ServerConfig> read_servers(const std::string& text, const std::string& file,
                                       const TellFault& tell = {});
/// The same of the file at `path`, which may be anything; its relative paths are taken as they are.
std::vector<ServerConfig> read_server_file(const std::string& path, const std::string& file,
                                           const TellFault& tell = {});

/// The value of a variable; null if it is not set.
using Variables = std::function<const char*(const char*)>;
/// The text with its variables filled in. Throws Error{not_found} for one that is not set and has
/// nothing otherwise.
std::string filled_in(std::string_view text, const Variables& variables);

}  // namespace dossier::mcp::client
