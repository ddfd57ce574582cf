// dossier config: what a person sets for the folder of a database.
#include <iostream>

#include "agent/settings.h"
#include "cli/agent.h"
#include "cli/database_path.h"
#include "cli/terminal.h"
#include "cli/wrapped.h"
#include "engine/error.h"

namespace dossier::cli {
namespace {

// Words as they are written for `set`.
std::string as_text(const Json& value) {
  if (value.items() == nullptr) return value.dump();
  std::string out;
  for (const auto& item : value.each()) out += (out.empty() ? "" : ",") + *item.string();
  return out;
}

int list(const Invocation& invocation) {
  const std::string database = database_path(invocation.optional("--db"));
  Json rows = Json::array();
  Table table{{"setting", "value", "default", "what it does"}, {}};
  for (const auto& one : settings()) {
    Json row = told(database, one);
    table.rows.push_back(
        {row.text("name"), as_text(row["value"]), as_text(row["default"]), row.text("about")});
    rows.add(std::move(row));
  }
  std::cout << (invocation.json() ? rows.dump() + "\n" : print_folded(table));
  return 0;
}

int tell(const std::string& database, const Setting& one, bool json) {
  std::cout << (json ? told(database, one).dump() : as_text(setting(database, one))) << "\n";
  return 0;
}

int change(const Invocation& invocation, const Setting& one, bool sets) {
  const auto value =
      sets ? std::optional(parse_setting(one, invocation.text("VALUE"))) : std::nullopt;
  const std::string database = database_path(invocation.optional("--db"));
  if (value)
    set_setting(database, one, *value);
  else
    unset_setting(database, one);
  return invocation.json() ? tell(database, one, true) : 0;
}

int run_config(const Invocation& invocation) {
  const std::string action = invocation.text("ACTION");
  if (action.empty() || action == "list") return list(invocation);
  if (action != "get" && action != "set" && action != "unset")
    throw Error(ErrorCode::invalid, "no such action; write list, get, set or unset", action);
  if (!invocation.has("NAME")) throw Error(ErrorCode::invalid, action + " needs a setting's name");
  const Setting& one = setting_named(invocation.text("NAME"));
  if (action == "set" && !invocation.has("VALUE"))
    throw Error(ErrorCode::invalid, "set needs a value: " + taken_by(one), std::string(one.name));
  if (action != "set" && invocation.has("VALUE"))
    throw Error(ErrorCode::invalid, action + " takes no value", invocation.text("VALUE"));
  if (action != "get") return change(invocation, one, action == "set");
  return tell(database_path(invocation.optional("--db")), one, invocation.json());
}

}  // namespace

Command config_command() {
  Command command;
  command.word = "config";
  command.group = Group::agents;
  command.summary = "Show and change the settings of auto-tools";
  command.details =
      "  list            Print every setting, its value and its default\n"
      "  get NAME        Print its value\n"
      "  set NAME VALUE  Set it for you, in the folder of the database\n"
      "  unset NAME      Set it back to its default";
  command.example = "dossier config set parallelLimit 3";
  command.options = {
      {"ACTION", "", "What to do (default: list)", false, false, {"list", "get", "set", "unset"}},
      {"NAME", "", "The setting"},
      {"VALUE", "", "set: the new value"},
      {"--json", "", "Print JSON and nothing else on standard output"}};
  for (const auto& one : settings()) command.options[1].words.emplace_back(one.name);
  command.run = run_config;
  return command;
}

}  // namespace dossier::cli
