#include "agent/mcp/client/servers.h"

#include <algorithm>
#include <set>

#include "agent/auto/metadata.h"
#include "agent/bounds.h"
#include "agent/mcp/client/reply.h"
#include "agent/mcp/client/result.h"
#include "engine/error.h"
#include "engine/person_state.h"

namespace dossier::mcp::client {
namespace {

constexpr size_t kMostNamed = 10;  // tools that one line lists

std::unique_ptr<Transport> transport_of(const ServerConfig& config, const Host& host) {
  return config.is_http() ? http_transport(config, host.variables)
                          : process_transport(config, host.variables);
}

Self self_for(const ServerConfig& config, const Host& host) {
  Self out{host.version};
  if (host.elicit)
    out.elicit = [ask = host.elicit, name = config.name](const std::string& message,
                                                         const Json& schema) {
      return ask(name, message, schema);
    };
  return out;
}

std::unique_ptr<Connection> connected(const ServerConfig& config, const Host& host,
                                      const std::stop_token& stop) {
  try {
    return std::make_unique<Connection>(transport_of(config, host), self_for(config, host), true,
                                        stop);
  } catch (const Error& error) {
    // Some servers of the earlier era end when they are asked anything before the handshake.
    if (config.is_http() || error.code() != ErrorCode::io) throw;
  }
  return std::make_unique<Connection>(transport_of(config, host), self_for(config, host), false,
                                      stop);
}

std::string listing(const std::vector<std::string>& names) {
  std::string out;
  for (size_t i = 0; i < names.size() && i < kMostNamed; ++i)
    out += (i == 0 ? "" : ", ") + plain(names[i], kPeerBounds.reason_bytes);
  if (names.size() > kMostNamed)
    out += " and " + std::to_string(names.size() - kMostNamed) + " more";
  return out;
}

}  // namespace

struct Servers::Server {
  ServerConfig config;
  std::unique_ptr<Connection> connection;
  std::vector<Definition> tools;    // as agreed to
  std::set<std::string> withdrawn;  // that the server describes otherwise now
  int restarts = 0;

  const Definition* find(const std::string& name) const {
    for (const auto& tool : tools)
      if (tool.name == name) return &tool;
    return nullptr;
  }
};

Started start(const ServerConfig& config, const Host& host, const std::stop_token& stop) {
  Started out{connected(config, host, stop), {}};
  Patience patience = Patience::of(Connection::kConnectMs, stop);
  out.listed = out.connection->list(config.name, patience);
  return out;
}

Servers::Servers(Host host) : host_(std::move(host)) {}
Servers::~Servers() = default;

void Servers::open(const std::vector<Configured>& configured) {
  for (const auto& one : configured) {
    try {
      open_one(one);
    } catch (const Error& error) {
      if (stop_.stop_requested()) throw;
      host_.tell(one.config.name, error.message());
    }
  }
}

void Servers::open_one(const Configured& configured) {
  const ServerConfig& config = configured.config;
  const auto before = approved(config.name);
  const bool is_known = before && before->config == config.digest;
  if (!configured.is_named && !is_known)
    return host_.tell(
        config.name, std::string(before ? "has changed since it was approved" : "is not approved") +
                         " (" + configured.file + "); run dossier mcp approve " + config.name);
  Started started = start(config, host_, stop_);
  auto server = std::make_unique<Server>();
  server->config = config;
  server->connection = std::move(started.connection);
  for (const auto& why : started.listed.left_out) host_.tell(config.name, "left out: " + why);
  server->tools = std::move(started.listed.tools);
  const auto changes = changes_since(is_known ? before : std::nullopt, server->tools);
  if (!changes.none()) {
    if (host_.agree ? host_.agree(config.name, changes.shown) : configured.is_named && !is_known) {
      if (const std::string why = approve(config, server->tools); !why.empty())
        host_.tell(config.name, "approved for this time: " + why);
      else if (!host_.agree)
        host_.tell(config.name, "approved with " + std::to_string(server->tools.size()) +
                                    " tools, since " + configured.file + " was named");
    } else {
      std::erase_if(server->tools, [&](const Definition& tool) {
        return std::find(changes.tools.begin(), changes.tools.end(), tool.name) !=
               changes.tools.end();
      });
      host_.tell(config.name, "tools that are new or have changed are left out until approved: " +
                                  listing(changes.tools) + "; run dossier mcp approve " +
                                  config.name);
    }
  }
  servers_.push_back(std::move(server));
}

void Servers::add_tools(Toolbox& tools) {
  for (const auto& server : servers_)
    for (const auto& tool : server->tools) {
      Tool out;
      out.spec = {tool.tool, "(of the server " + server->config.name + ") " + tool.description,
                  tool.schema};
      out.capability = tool.capability();
      infer_category(out, server->config.name);
      out.external = true;
      out.run = [this, held = server.get(), name = tool.name](
                    const Json& input, const EditListener&, ToolResult& result) {
        call(*held, name, input, result);
      };
      tools.add(std::move(out));
    }
}

// Compares what a server lists now with what was agreed to.
void Servers::look_again(Server& server, const Listed& listed) {
  server.withdrawn.clear();
  for (const auto& tool : server.tools) {
    const auto now = std::find_if(listed.tools.begin(), listed.tools.end(),
                                  [&](const Definition& other) { return other.name == tool.name; });
    if (now == listed.tools.end() || now->hash != tool.hash) server.withdrawn.insert(tool.name);
  }
  if (!server.withdrawn.empty())
    host_.tell(server.config.name, "describes otherwise than was approved, or no longer has: " +
                                       listing({server.withdrawn.begin(), server.withdrawn.end()}));
}

// A connection, and tools as they were agreed to.
void Servers::ensure(Server& server) {
  if (server.connection) server.connection->look();
  if (!server.connection || !server.connection->is_open()) {
    server.connection.reset();
    if (server.restarts == kMostRestarts)
      throw Error(ErrorCode::limit, "the server has ended " + std::to_string(kMostRestarts + 1) +
                                        " times and is not started again in this session");
    ++server.restarts;
    host_.tell(server.config.name, "is started again");
    Started started = start(server.config, host_, stop_);
    server.connection = std::move(started.connection);
    look_again(server, started.listed);
  } else if (server.connection->take_changed()) {
    Patience patience = Patience::of(server.config.timeout_ms, stop_);
    look_again(server, server.connection->list(server.config.name, patience));
  }
}

void Servers::call(Server& server, const std::string& name, const Json& input, ToolResult& result) {
  ensure(server);
  const Definition& tool = *server.find(name);
  if (server.withdrawn.contains(name))
    throw Error(ErrorCode::denied,
                "the server describes this tool otherwise than was approved, so it is not called; "
                "dossier mcp approve " +
                    server.config.name);
  Patience patience = Patience::of(server.config.timeout_ms, stop_);
  take_result(server.connection->call(tool, input, patience), result);
}

}  // namespace dossier::mcp::client
