#include "cli/mcp_install.h"

#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "agent/workspace.h"
#include "cli/agent.h"
#include "cli/questions.h"
#include "cli/terminal.h"
#include "engine/error.h"
#include "engine/unified_diff.h"

namespace dossier::cli {
namespace {

// Where a client reads its servers from: in this folder, or for all folders of this user.
struct Client {
  const char* name;
  const char* path;
  const char* servers;  // the key of its servers; null: TOML
};
constexpr Client kClients[] = {
    {"claude", ".mcp.json", "mcpServers"},        {"codex", ".codex/config.toml", nullptr},
    {"cursor", ".cursor/mcp.json", "mcpServers"}, {"gemini", ".gemini/settings.json", "mcpServers"},
    {"vscode", ".vscode/mcp.json", "servers"},
};
constexpr const char* kTomlTable = "[mcp_servers.dossier]";

const Client& client_named(const std::string& name) {
  std::string known;
  for (const auto& client : kClients) {
    if (client.name == name) return client;
    known += (known.empty() ? "" : ", ") + std::string(client.name);
  }
  throw name.empty() ? Error(ErrorCode::invalid, "name the client: " + known)
                     : Error(ErrorCode::invalid, "no such client; write one of " + known, name);
}

std::string root_of(const Client& client) {
  if (client.servers != nullptr) return ".";
  const char* home = std::getenv("HOME");
  if (home == nullptr || *home == '\0')
    throw Error(ErrorCode::not_found, "Codex keeps its configuration in $HOME, which is not set");
  return home;
}

// `dossier mcp`, with the database that this command was given.
Json arguments_of_server(const Invocation& invocation) {
  Json out(Json::Array{"mcp"});
  if (invocation.has("--db"))
    out.add("--db").add(std::filesystem::absolute(invocation.database()).string());
  return out;
}

// JSON as people keep it: two spaces a level.
void write_pretty(std::string& out, const Json& value, const std::string& indent) {
  const std::string inner = indent + "  ";
  if (const auto* fields = value.fields(); fields != nullptr && !fields->empty()) {
    for (const auto& [key, field] : *fields) {
      out += (&key == &fields->front().first ? "{\n" : ",\n") + inner + Json(key).dump() + ": ";
      write_pretty(out, field, inner);
    }
    out += "\n" + indent + "}";
  } else if (const auto* items = value.items(); items != nullptr && !items->empty()) {
    for (const auto& item : *items) {
      out += (&item == &items->front() ? "[\n" : ",\n") + inner;
      write_pretty(out, item, inner);
    }
    out += "\n" + indent + "]";
  } else {
    out += value.dump();
  }
}

std::string with_json_entry(const std::string& before, const Client& client, Json arguments) {
  Json entry = Json::object({{"command", "dossier"}, {"args", std::move(arguments)}});
  Json all = Json::object();
  if (before.find_first_not_of(" \t\r\n") != before.npos) {
    auto read = parse_json(before);
    if (const auto* fault = std::get_if<JsonFault>(&read))
      throw Error(ErrorCode::invalid,
                  "not plain JSON (" + fault->message + "), so add this to its " + client.servers +
                      " yourself: \"dossier\": " + entry.dump(),
                  client.path);
    all = std::move(std::get<Json>(read));
  }
  Json servers = all[client.servers].is_null() ? Json::object() : all[client.servers];
  if (all.fields() == nullptr || servers.fields() == nullptr)
    throw Error(ErrorCode::invalid, "this is no configuration of servers", client.path);
  // What a person added to the entry, such as an environment, stays.
  Json kept = servers["dossier"];
  kept.set("command", entry["command"]).set("args", entry["args"]);
  if (servers["dossier"] == kept) return before;
  servers.set("dossier", std::move(kept));
  all.set(client.servers, std::move(servers));
  std::string out;
  write_pretty(out, all, "");
  return out + "\n";
}

std::string with_toml_table(std::string text, const Json& arguments) {
  if (text.starts_with(kTomlTable) || text.find("\n" + std::string(kTomlTable)) != text.npos)
    return text;
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  if (!text.empty()) text += '\n';
  return text + kTomlTable + "\ncommand = \"dossier\"\nargs = " + arguments.dump() + "\n";
}

bool agrees(const Invocation& invocation, const std::string& file) {
  return invocation.has("--yes") || says_yes(std::cout, "write " + printable(file) + "? [y/N] ");
}

}  // namespace

std::vector<std::string> mcp_clients() {
  std::vector<std::string> out;
  for (const auto& client : kClients) out.emplace_back(client.name);
  return out;
}

int install_mcp(const Invocation& invocation) {
  const Client& client = client_named(invocation.text("CLIENT"));
  const std::string root = root_of(client),
                    file = root == "." ? client.path : root + "/" + client.path;
  const auto folder = disk_workspace(root);
  const auto before = folder->read(client.path);
  const Json arguments = arguments_of_server(invocation);
  const std::string after = client.servers != nullptr
                                ? with_json_entry(before.value_or(""), client, arguments)
                                : with_toml_table(before.value_or(""), arguments);
  if (after == before) {
    std::cout << printable(file) << " has it already\n";
    return 0;
  }
  std::cout << coloured_diff(unified_diff(client.path, before, after));
  if (!agrees(invocation, file)) {
    std::cout << "\nnothing was written\n";
    return 2;
  }
  edit_file(*folder, client.path, after);
  std::cout << "wrote " << printable(file) << "\n";
  return 0;
}

}  // namespace dossier::cli
