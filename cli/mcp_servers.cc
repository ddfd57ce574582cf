#include "cli/mcp_servers.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "cli/agent.h"
#include "cli/database_path.h"
#include "cli/mcp_questions.h"
#include "cli/questions.h"
#include "cli/terminal.h"
#include "cli/wrapped.h"
#include "engine/error.h"
#include "engine/person_state.h"
#include "engine/regular_file.h"

namespace dossier::cli {
namespace {

namespace fs = std::filesystem;
using mcp::client::Configured;

// Its tools are here already, and it would start itself without end.
bool is_this_program(const Configured& server) {
  return !server.is_named && !server.config.is_http() &&
         fs::path(server.config.command[0]).filename() == "dossier";
}

// The places of a configuration that nobody named.
std::vector<std::string> places(const Invocation& invocation, const std::string& root) {
  std::vector<std::string> out;
  if (!root.empty()) out.push_back((fs::path(root) / ".mcp.json").string());
  const fs::path database = fs::absolute(database_path(invocation.optional("--db")));
  out.push_back((database.parent_path() / "mcp.json").string());
  std::erase_if(out, [](const std::string& file) { return !is_anything_at(file); });
  return out;
}

std::string file_shown(const std::string& file) {
  std::error_code none;
  const fs::path near =
      fs::absolute(file, none).lexically_normal().lexically_proximate(fs::current_path(none));
  return near.empty() || near.native().starts_with("..") ? file : near.string();
}

// With those that start this program.
std::vector<Configured> all_servers(const Invocation& invocation, const std::string& root) {
  const bool is_named = invocation.has("--mcp-config");
  const auto tell = [](const Error& fault) {
    std::cerr << "dossier: left out: " << printable(fault.what()) << "\n";
  };
  std::vector<Configured> out;
  for (const auto& file :
       is_named ? std::vector{invocation.text("--mcp-config")} : places(invocation, root))
    for (auto& config : mcp::client::read_server_file(file, file_shown(file),
                                                      is_named ? mcp::client::TellFault() : tell))
      if (std::none_of(out.begin(), out.end(),
                       [&](const Configured& other) { return other.config.name == config.name; }))
        out.push_back({std::move(config), is_named, file_shown(file)});
  return out;
}

constexpr const char* kNone =
    "no server is configured; write .mcp.json here, or name a file with --mcp-config";

const Configured& configured_server(const std::vector<Configured>& servers,
                                    const std::string& name) {
  std::string known;
  for (const auto& server : servers) {
    if (server.config.name == name) return server;
    known += (known.empty() ? "" : ", ") + server.config.name;
  }
  if (known.empty()) throw Error(ErrorCode::not_found, kNone);
  throw Error(name.empty() ? ErrorCode::invalid : ErrorCode::not_found,
              name.empty() ? "name the server: " + known
                           : "there is no server '" + name + "', only " + known);
}

std::string state_of(const std::optional<mcp::client::Approved>& approved,
                     const Configured& server) {
  if (is_this_program(server)) return "this program";
  if (!approved) return "not approved";
  return approved->config == server.config.digest ? "approved" : "changed";
}

void print_new(const mcp::client::Changes& changes, const mcp::client::Listed& listed) {
  std::cout << printable_lines(changes.shown);
  for (const auto& why : listed.left_out) std::cout << "left out: " << printable(why) << "\n";
}

}  // namespace

Option mcp_config_option() {
  return {"--mcp-config", "FILE",
          "Servers of other programs, whose tools join (default of chat and mcp: .mcp.json in the "
          "workspace and mcp.json beside the database)"};
}

std::vector<Configured> configured_servers(const Invocation& invocation, const std::string& root) {
  auto out = all_servers(invocation, root);
  std::erase_if(out, is_this_program);
  return out;
}

void check_mcp_config(const Invocation& invocation) {
  if (invocation.has("--mcp-config")) configured_servers(invocation, {});
}

mcp::client::Host mcp_host(bool has_person) {
  mcp::client::Host out;
  out.version = DOSSIER_VERSION;
  out.variables = [](const char* name) { return std::getenv(name); };
  out.tell = [](const std::string& server, const std::string& what) {
    std::cerr << "dossier: mcp " << printable(server) << ": " << printable(what) << "\n";
  };
  if (!has_person) return out;
  out.elicit = ask_for_server;
  out.agree = [](const std::string& server, const std::string& shown) {
    std::cerr << "The server " << printable(server) << " offers:\n" << printable_lines(shown);
    return says_yes(std::cerr, "Let the model call them? [y/N] ");
  };
  return out;
}

int run_mcp_list(const Invocation& invocation) {
  Table table{{"server", "state", "tools", "from", "starts with"}, {}};
  Json rows = Json::array();
  for (const auto& server : all_servers(invocation, ".")) {
    const auto& [config, is_named, file] = server;
    const auto approved = mcp::client::approved(config.name);
    const std::string state = state_of(approved, server);
    const size_t tools = approved ? approved->tools.size() : 0;
    table.rows.push_back({config.name, state, std::to_string(tools), file, config.shown()});
    rows.add(Json::object({{"server", config.name},
                           {"state", state},
                           {"tools", tools},
                           {"file", file},
                           {"starts", config.shown()}}));
  }
  if (invocation.json())
    std::cout << rows.dump() << "\n";
  else
    std::cout << (table.rows.empty() ? std::string(kNone) + "\n" : print_folded(table));
  return 0;
}

int run_mcp_approve(const Invocation& invocation) {
  const auto servers = all_servers(invocation, ".");
  const Configured& server = configured_server(servers, invocation.text("CLIENT"));
  const auto& [config, is_named, file] = server;
  if (is_this_program(server))
    throw Error(ErrorCode::invalid, "the server is this program, whose tools a chat has already",
                config.name);
  const auto before = mcp::client::approved(config.name);
  const bool is_known = before && before->config == config.digest;
  const bool asks = !invocation.has("--yes");
  if (!is_known) {
    std::cout << config.name << " of " << printable(file) << " is "
              << (config.is_http() ? "at " : "started with ") << printable(config.shown()) << "\n";
    if (asks && !says_yes(std::cout, "start it and ask for its tools? [y/N] ")) {
      std::cout << "\nnothing was approved\n";
      return 2;
    }
  }
  const Interrupt interrupt;
  const auto started = mcp::client::start(config, mcp_host(false), interrupt.token());
  const auto changes =
      mcp::client::changes_since(is_known ? before : std::nullopt, started.listed.tools);
  print_new(changes, started.listed);
  const size_t count = started.listed.tools.size();
  if (changes.none() && is_known) {
    std::cout << config.name << ": " << counted(static_cast<int64_t>(count), "tool")
              << ", as approved before\n";
    return 0;
  }
  if (asks && !says_yes(std::cout, "let a model call them? [y/N] ")) {
    std::cout << "\nnothing was approved\n";
    return 2;
  }
  if (const std::string why = mcp::client::approve(config, started.listed.tools); !why.empty())
    throw Error(ErrorCode::denied, why);
  std::cout << "approved " << config.name << " (" << printable(started.connection->server())
            << ", protocol " << started.connection->version() << ") with "
            << counted(static_cast<int64_t>(count), "tool") << "\n";
  return 0;
}

int run_mcp_forget(const Invocation& invocation) {
  const std::string name = invocation.text("CLIENT");
  if (!mcp::client::forget(name))
    throw Error(ErrorCode::not_found,
                name.empty() ? "name the server" : "no server '" + name + "' is approved");
  std::cout << "forgot " << printable(name) << "\n";
  return 0;
}

}  // namespace dossier::cli
