#include <iostream>

#include "agent/sessions.h"
#include "cli/command.h"
#include "cli/sessions.h"
#include "cli/terminal.h"
#include "cli/vouched.h"
#include "engine/json.h"
#include "engine/path_text.h"
#include "queries/sql.h"
#include "store/freshness.h"
#include "store/sql.h"
#include "store/store.h"
#include "store/upkeep/check.h"

namespace dossier::cli {
namespace {

struct Part {
  std::string name;
  int64_t bytes = 0;
};

struct Status {
  std::string database;
  int64_t projects = 0, snapshots = 0, modules = 0, types = 0, members = 0;
  int64_t sessions = 0, events = 0;
  int64_t texts = 0, unranked = 0;
  std::vector<Part> parts;
  std::vector<StaleTree> stale;
};

Status read_status(const Invocation& invocation) {
  Store store = open_reading(invocation);
  const Transaction transaction(store.database(), Transaction::reading);
  Status status;
  status.database = store.database().path();
  {
    auto rows = store.rows<sql::Counts>();
    const auto row = rows.next();
    status.projects = row->projects;
    status.snapshots = row->snapshots;
    status.modules = row->modules;
    status.types = row->types;
    status.members = row->members;
    status.sessions = row->sessions;
    status.events = row->events;
  }
  {
    auto rows = store.rows<sql::UnrankedTexts>();
    const auto row = rows.next();
    status.texts = row->texts;
    status.unranked = row->unranked;
  }
  for (const auto& row : store.rows<sql::Sizes>())
    status.parts.push_back({std::string(row.part), row.bytes});
  status.stale = stale_trees(store);
  return status;
}

void write(JsonWriter& json, const StaleTree& tree) {
  json.begin_object()
      .field("project", tree.project)
      .field("snapshot", tree.snapshot)
      .field("changed", tree.changed)
      .field("missing", tree.missing)
      .key("paths")
      .begin_array();
  for (const auto& path : tree.paths) json.value(path_text(path));
  json.end_array().end_object();
}

void print(const StaleTree& tree) {
  std::cout << "stale: of '" << printable(tree.project) << "', snapshot " << tree.snapshot << ", "
            << counted(tree.changed, "file") << (tree.changed == 1 ? " has" : " have")
            << " changed and " << tree.missing << (tree.missing == 1 ? " is" : " are") << " gone:";
  for (const auto& path : tree.paths) std::cout << " " << printable(path);
  const auto named = static_cast<int64_t>(tree.paths.size());
  std::cout << (tree.changed + tree.missing > named ? " …\n" : "\n");
}

int run_check(const Invocation& invocation) {
  Store store = open_reading(invocation);
  const Transaction transaction(store.database(), Transaction::reading);
  return print_problems(damage_in(store, [&] { return verify_sessions(store); }), "ok", invocation);
}

int run_status(const Invocation& invocation) {
  if (invocation.has("--check")) return run_check(invocation);
  const Status status = read_status(invocation);
  if (invocation.json()) {
    JsonWriter json;
    json.begin_object()
        .field("database", status.database)
        .field("projects", status.projects)
        .field("snapshots", status.snapshots)
        .field("modules", status.modules)
        .field("types", status.types)
        .field("members", status.members)
        .field("sessions", status.sessions)
        .field("events", status.events)
        .field("texts", status.texts)
        .field("textsWithoutWords", status.unranked)
        .key("bytes")
        .begin_object();
    for (const auto& part : status.parts) json.field(part.name, part.bytes);
    json.end_object().key("stale").begin_array();
    for (const auto& tree : status.stale) write(json, tree);
    json.end_array();
    std::cout << json.end_object().text() << "\n";
    return 0;
  }
  std::cout << printable(status.database) << "\n"
            << counted(status.projects, "project") << ", " << counted(status.snapshots, "snapshot")
            << "; the newest hold " << counted(status.modules, "module") << ", "
            << counted(status.types, "type") << ", " << counted(status.members, "member") << "\n";
  if (status.sessions != 0)
    std::cout << counted(status.sessions, "session") << " of agents, "
              << counted(status.events, "event") << "\n";
  Table table{{"part", "size"}, {}};
  for (const auto& part : status.parts)
    table.rows.push_back({part.name, std::to_string((part.bytes + 1023) / 1024) + " KB"});
  std::cout << print(table);
  if (status.unranked > 0)
    std::cout << status.unranked << " of " << status.texts
              << " files are not indexed by their words: find knows them by path only\n";
  for (const auto& tree : status.stale) print(tree);
  return 0;
}

}  // namespace

Command status_command() {
  return {"status",
          Group::store,
          "What the database holds, and its size by part",
          "",
          "dossier status",
          {{"--check", "", "Read all of it instead, and say what is damaged (exit status 1)", false,
            false},
           {"--json", "", "As one JSON object; of --check a list", false, false}},
          run_status};
}

}  // namespace dossier::cli
