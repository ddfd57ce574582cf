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
#include "engine/error.h"
#include "engine/person_state.h"
#include "engine/reserved.h"

namespace dossier::cli {
namespace {

namespace fs = std::filesystem;
using mcp::client::Configured;

std::string text_of(const std::string& file) {
  std::error_code none;
  if (!fs::is_regular_file(file, none))
    throw Error(ErrorCode::not_found, "there is no such file", file.empty() ? "''" : file);
  return read_unreserved(file);
}

bool starts_this_program(const mcp::client::ServerConfig& config) {
  return !config.is_http() && fs::path(config.command[0]).filename() == "dossier";
}

// The places of a configuration that nobody named.
std::vector<std::string> places(const Invocation& invocation, const std::string& root) {
  std::vector<std::string> out;
  if (!root.empty()) out.push_back((fs::path(root) / ".mcp.json").string());
  const fs::path database = fs::absolute(database_path(invocation.optional("--db")));
  out.push_back((database.parent_path() / "mcp.json").string());
  std::error_code none;
  std::erase_if(out, [&](const std::string& file) { return !fs::exists(file, none); });
  return out;
}

std::string file_shown(const std::string& file) {
  std::error_code none;
  const fs::path near = fs::proximate(file, none);
  return near.empty() || near.native().starts_with("..") ? file : near.string();
}

const Configured& configured_server(const std::vector<Configured>& servers,
                                    const std::string& name) {
  std::string known;
  for (const auto& server : servers) {
    if (server.config.name == name) return server;
    known += (known.empty() ? "" : ", ") + server.config.name;
  }
  if (known.empty())
    throw Error(ErrorCode::not_found,
                "no server is configured; write .mcp.json here, or name a file with --mcp-config");
  throw Error(name.empty() ? ErrorCode::invalid : ErrorCode::not_found,
              name.empty() ? "name the server: " + known
                           : "there is no server '" + name + "', only " + known);
}

std::string state_of(const std::optional<mcp::client::Approved>& approved,
                     const mcp::client::ServerConfig& config) {
  if (!approved) return "not approved";
  return approved->config == config.digest ? "approved" : "changed";
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
  const bool is_named = invocation.has("--mcp-config");
  std::vector<Configured> out;
  for (const auto& file :
       is_named ? std::vector{invocation.text("--mcp-config")} : places(invocation, root))
    for (auto& config : mcp::client::read_servers(text_of(file), file_shown(file))) {
      const bool is_known = std::any_of(out.begin(), out.end(), [&](const Configured& other) {
        return other.config.name == config.name;
      });
      if (!is_known && (is_named || !starts_this_program(config)))
        out.push_back({std::move(config), is_named, file_shown(file)});
    }
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
  for (const auto& [config, is_named, file] : configured_servers(invocation, ".")) {
    const auto approved = mcp::client::approved(config.name);
    const std::string state = state_of(approved, config);
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
  else if (!table.rows.empty())
    std::cout << print(table);
  return 0;
}

int run_mcp_approve(const Invocation& invocation) {
  const auto servers = configured_servers(invocation, ".");
  const auto& [config, is_named, file] = configured_server(servers, invocation.text("CLIENT"));
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
  if (!mcp::client::approve(config, started.listed.tools)) throw Error(ErrorCode::denied, kNoState);
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
