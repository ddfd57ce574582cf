// The query language on the command line: every argument is a part of the query.
#include <algorithm>
#include <iostream>
#include <sstream>

#include "cli/command.h"
#include "cli/sql_output.h"
#include "cli/terminal.h"
#include "engine/error.h"
#include "engine/json_value.h"
#include "queries/open.h"
#include "queries/ops/json_sink.h"
#include "queries/ops/ops.h"

namespace dossier::cli {
namespace {

std::string cell(const Json& value) {
  if (value.string()) return *value.string();
  return value.is_null() ? "" : value.dump();
}

Arguments arguments_of(const Invocation& invocation) {
  Arguments arguments;
  std::string query;
  for (const auto& word : invocation.all("QUERY")) query += (query.empty() ? "" : " ") + word;
  arguments.set("q", query);
  for (const std::string name : {"limit", "cursor", "project", "snapshot"})
    if (const auto value = invocation.optional("--" + name)) arguments.set(name, *value);
  if (invocation.has("--explain")) arguments.set("explain", "true");
  arguments.unlimited = invocation.has("--all");
  if (arguments.unlimited) arguments.set("limit", "");
  arguments.rows_only = !invocation.json();
  return arguments;
}

// The keys of the rows in their order; rows may lack some (a symbol without a line).
std::vector<std::string> keys_of(const Json& rows) {
  std::vector<std::string> keys;
  for (const auto& row : rows.each())
    for (const auto& [key, value] : *row.fields())
      if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
  return keys;
}

void print_csv(const Json& rows) {
  const auto keys = keys_of(rows);
  for (size_t i = 0; i < keys.size(); ++i) std::cout << (i ? "," : "") << csv_field(keys[i]);
  if (!keys.empty()) std::cout << "\n";
  for (const auto& row : rows.each()) {
    for (size_t i = 0; i < keys.size(); ++i)
      std::cout << (i ? "," : "") << csv_field(cell(row[keys[i]]));
    std::cout << "\n";
  }
}

// Each path once, in the order of the rows.
void print_paths(const Json& rows) {
  std::vector<std::string> seen;
  for (const auto& row : rows.each()) {
    const std::string path = cell(row["path"]);
    if (path.empty() || std::find(seen.begin(), seen.end(), path) != seen.end()) continue;
    std::cout << printable(path) << "\n";
    seen.push_back(path);
  }
}

void print_table(const Json& rows) {
  const std::vector<std::string> usual = {"kind", "full_name", "signature", "module"};
  auto keys = keys_of(rows);
  // What select: and count: chose is shown whole; of the usual columns those that fit a line.
  const bool all = std::all_of(usual.begin(), usual.end(), [&](const std::string& key) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
  });
  if (all) keys = usual;
  Table table;
  for (const auto& key : keys) table.titles.push_back(key);
  for (const auto& row : rows.each()) {
    auto& cells = table.rows.emplace_back();
    for (const auto& key : keys) cells.push_back(cell(row[key]));
  }
  std::cout << print(table);
}

std::string listed(const Json& counts) {
  std::string out;
  for (const auto& [kind, count] : *counts.fields())
    out += (out.empty() ? "" : ", ") + kind + " " + count.dump();
  return out;
}

// The SQL and its bindings as the sqlite3 shell takes them.
void print_explanation(const Json& body) {
  for (const char* part : {"tree", "means"})
    std::cout << styled(part, Style::dim) << "  " << printable(cell(body[part])) << "\n";
  std::cout << cell(body["plan"]);
  for (const auto& cost : body["cost"].each())
    if (!cost.text("set").empty())
      std::cout << "set  " << cost["read"].dump() << " " << cell(cost["of"]) << " for "
                << printable(cell(cost["set"])) << "\n";
    else
      std::cout << "cost " << cost["read"].dump() << " of " << cost["all"].dump() << " "
                << cell(cost["unit"]) << " of " << cell(cost["of"]) << "\n";
  std::stringstream script(cell(body["sqlite3"]));
  for (std::string line; std::getline(script, line);) std::cout << printable(line) << "\n";
}

// What a person should know about the answer goes to standard error when the rows are piped.
void print_summary(const Json& body) {
  std::ostream& out = on_terminal() ? std::cout : std::cerr;
  for (const auto& note : body["notes"].each()) out << "note: " << printable(cell(note)) << "\n";
  if (!body.find("total")) return;
  if (body["total"] == 0) {
    out << "nothing found";
    if (const Json& others = body["other_kinds"]; others.fields() && !others.fields()->empty())
      out << "; of other kinds: " << listed(others)
          << (body["other_kinds_exact"] == false ? " or more" : "");
    out << "\n";
    for (const auto& hint : body["hints"].each()) out << "hint: " << printable(cell(hint)) << "\n";
  } else if (on_terminal() || body.flag("truncated") || body["returned"] == 0) {
    out << body["total"].dump() << (body.flag("exact") ? "" : " or more") << " found, "
        << body["returned"].dump() << " shown (" << listed(body["kinds"]) << ")\n";
    if (!body["cursor"].is_null()) out << "more: --cursor " << cell(body["cursor"]) << "\n";
  }
}

int run_find(const Invocation& invocation) {
  Store store = open_to_read(invocation.database());
  const JsonAnswer answer = run_to_json(store, kFind, arguments_of(invocation));
  const Json body = read_json(answer.body);
  if (answer.status() >= 400) {
    const Error error(ErrorCode::invalid, body.text("error"));
    if (invocation.json()) throw error;
    std::cerr << "dossier: " << error.message() << "\n";  // lines that point into the query
    return 1;
  }
  if (invocation.json()) {
    std::cout << answer.body << std::endl;
    if (answer.complete.stale) print_stale();
    return 0;
  }
  if (body.find("sql")) {
    print_explanation(body);
    return 0;
  }
  const Json& rows = body["rows"];
  if (invocation.has("--jsonl"))
    for (const auto& row : rows.each()) std::cout << row.dump() << "\n";
  else if (invocation.has("--csv"))
    print_csv(rows);
  else if (invocation.has("--paths"))
    print_paths(rows);
  else
    print_table(rows);
  std::cout.flush();
  print_summary(body);
  if (answer.complete.stale) print_stale();
  return 0;
}

}  // namespace

Command find_command_row() {
  return {
      "find",
      Group::look,
      std::string(kFind.summary),
      "Words rank: dossier find player health. Fields narrow: kind:method in:PlayerStats "
      "name:heal. Relations\nfollow references: derives:MonoBehaviour, calls:Heal depth:3. "
      "docs/query-language.md describes all of\nthem. An argument that begins with - and is no "
      "option below is a part of the query.",
      std::string(kFind.example),
      {{"QUERY", "", "The query; several arguments are joined", true, true},
       {"--limit", "N", "At most so many rows (default 50, most 500)", false, false},
       {"--all", "", "Every row, however many", false, false},
       {"--cursor", "TEXT", "The rest of an earlier answer to the same query", false, false},
       {"--explain", "", "How the query is understood and served, instead of rows", false, false},
       {"--json", "", "The HTTP body of /api/find", false, false},
       {"--jsonl", "", "One JSON object a row", false, false},
       {"--csv", "", "As CSV with a header", false, false},
       {"--paths", "", "The files that the rows are in, each once", false, false},
       {"--project", "TEXT", "Only this project (default: every one)", false, false},
       {"--snapshot", "TEXT", "This snapshot, by id or label (default: the newest)", false, false}},
      run_find,
      true};
}

}  // namespace dossier::cli
