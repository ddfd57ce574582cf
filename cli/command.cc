#include "cli/command.h"

#include <algorithm>
#include <charconv>

#include "cli/database_path.h"
#include "engine/error.h"
#include "store/origin.h"

namespace dossier::cli {

Option project_option() {
  return {"--project", "NAME", "Only this project (default: every one)", false, false};
}

Option snapshot_option() {
  return {"--snapshot", "ID", "This snapshot, by id or label (default: the newest)", false, false};
}

std::string Invocation::text(const std::string& name) const {
  const auto at = values_.find(name);
  return at == values_.end() || at->second.empty() ? std::string() : at->second.back();
}

std::optional<std::string> Invocation::optional(const std::string& name) const {
  return has(name) ? std::optional(text(name)) : std::nullopt;
}

const std::vector<std::string>& Invocation::all(const std::string& name) const {
  static const std::vector<std::string> kNone;
  const auto at = values_.find(name);
  return at == values_.end() ? kNone : at->second;
}

int64_t Invocation::number(const std::string& name, int64_t least, int64_t most) const {
  const std::string given = text(name);
  const char* const begin = given.data() + given.starts_with('+');
  int64_t value = 0;
  const auto [end, error] = std::from_chars(begin, given.data() + given.size(), value);
  const bool is_whole = error == std::errc() && end == given.data() + given.size();
  if (!is_whole || value < least || value > most)
    throw Error(ErrorCode::invalid, name + " takes a number from " + std::to_string(least) +
                                        " to " + std::to_string(most) + ", not '" + given + "'");
  return value;
}

std::string Invocation::database() const {
  std::string path = database_path(optional("--db"));
  if (!is_named(optional("--db"))) require_known(found_database());
  return path;
}

std::string_view name_of(Group group) {
  switch (group) {
    case Group::look:
      return "Look";
    case Group::store:
      return "Store";
    case Group::agents:
      return "Agents";
    case Group::serve:
      return "Serve";
    case Group::grpc:
      return "gRPC";
    case Group::seed:
      return "For other programs";
  }
  return "";
}

const std::vector<Command>& commands() {
  static const std::vector<Command> kCommands = [] {
    std::vector<Command> all = lookup_commands();
    for (auto make : {sql_command, import_command, export_command, backup_command, trust_command,
                      drop_command, compact_command, status_command, serve_command, ls_command,
                      completions_command, man_command, grpc_command})
      all.push_back(make());
    for (auto& command : agent_commands()) all.push_back(std::move(command));
    std::stable_sort(all.begin(), all.end(),
                     [](const Command& a, const Command& b) { return a.group < b.group; });
    return all;
  }();
  return kCommands;
}

const Command* find_command(std::string_view word) {
  for (const auto& command : commands())
    if (command.word == word) return &command;
  return nullptr;
}

}  // namespace dossier::cli
