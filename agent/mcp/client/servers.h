#pragma once
// The servers of other programs whose tools a session has: each with its connection, what a person
// agreed to of it, and how often it may be started again. A tool is offered as it was agreed to. A
// server that describes it otherwise, at the start or later, is asked about again, and until then
// the tool's calls fail; a tool that appears later is not offered.
//
// Rejected: taking what a server lists as what its tools are now, which is how an approved tool
// becomes another one.
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "agent/mcp/client/approvals.h"
#include "agent/mcp/client/connection.h"
#include "agent/tool.h"

namespace dossier::mcp::client {

struct Configured {
  ServerConfig config;
  // Named by the person, who thereby agrees to start it and to its tools as they are the first
  // time; or found in a folder, where anybody may have put it, and not started before it is agreed
  // to.
  bool is_named = false;
  std::string file;
};

struct Host {
  std::string version;  // of this program
  /// Asks a person what a server wants to know. Null: nobody can be asked.
  std::function<std::optional<Json>(const std::string& server, const std::string& message,
                                    const Json& schema)>
      elicit{};
  /// Tells a person something of a server, in one line.
  std::function<void(const std::string& server, const std::string& what)> tell;
  /// Shows a person what is not agreed to yet and returns the answer. Null: nobody can be asked.
  std::function<bool(const std::string& server, const std::string& shown)> agree{};
  Variables variables{};
};

/// A server, started, with what it lists now. Throws Error.
struct Started {
  std::unique_ptr<Connection> connection;
  Listed listed;
};
Started start(const ServerConfig& config, const Host& host, const std::stop_token& stop);

class Servers {
 public:
  static constexpr int kMostRestarts = 3;  // of one server in a session

  explicit Servers(Host host);
  ~Servers();
  Servers(const Servers&) = delete;
  Servers& operator=(const Servers&) = delete;

  /// Starts the servers that may be. One that does not start is told of, and the others are used.
  void open(const std::vector<Configured>& configured);
  /// Adds "server__tool" for each tool that was agreed to. The toolbox must not outlive this.
  void add_tools(Toolbox& tools);
  /// Calls from now on end when this is requested.
  void use(std::stop_token stop) { stop_ = std::move(stop); }
  bool empty() const { return servers_.empty(); }

 private:
  struct Server;
  void open_one(const Configured& configured);
  void ensure(Server& server);
  void look_again(Server& server, const Listed& listed);
  void call(Server& server, const std::string& tool, const Json& input, ToolResult& result);

  Host host_;
  std::stop_token stop_;
  std::vector<std::unique_ptr<Server>> servers_;
};

}  // namespace dossier::mcp::client
