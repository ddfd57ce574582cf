// cat and ls: the files of repository snapshots. They print bytes as they are when piped, and what
// a terminal can take on a terminal.
#include <algorithm>
#include <iostream>
#include <set>
#include <utility>

#include "cli/lookup.h"
#include "cli/terminal.h"
#include "cli/typed_path.h"
#include "cli/vouched.h"
#include "engine/error.h"
#include "engine/json.h"
#include "engine/path_text.h"
#include "engine/readers/languages/unparsed.h"
#include "queries/ops/json_sink.h"
#include "queries/ops/ops.h"
#include "store/freshness.h"
#include "store/index/contents.h"
#include "store/sql.h"
#include "store/store.h"

namespace dossier::cli {
namespace {

Scope scope_of(Store& store, const Invocation& invocation) {
  return store.scope(invocation.text("--project"), invocation.text("--snapshot"));
}

// The file that is meant, if it has a text; else throws why it has none.
FileEntry file_meant(Store& store, const Invocation& invocation) {
  const Transaction reading(store.database(), Transaction::reading);
  const auto [scope, path] =
      typed_path(store, scope_of(store, invocation), invocation.text("PATH"));
  auto found = files_at(store.statements(), scope, path);
  if (found.empty())
    throw Error(ErrorCode::not_found, "no snapshot holds a file of this name",
                invocation.text("PATH"));
  if (found.size() > 1)
    throw Error(ErrorCode::invalid, "several projects hold it; choose one with --project NAME",
                path);
  if (!found.front().has_text)
    throw Error(ErrorCode::not_found,
                found.front().is_binary ? "a binary file: no text is stored"
                                        : "larger than its import allows: no text is stored",
                path);
  return std::move(found.front());
}

// "A-B", "A-", "-B" or "A" as a pair of lines.
std::pair<int64_t, int64_t> parse_lines(const std::string& text) {
  const auto dash = text.find('-');
  const std::string first = text.substr(0, dash);
  const std::string last = dash == std::string::npos ? first : text.substr(dash + 1);
  const auto read = [&](const std::string& digits, int64_t otherwise) {
    if (digits.empty() && dash != std::string::npos) return otherwise;
    const bool good = !digits.empty() && digits.size() < 10 &&
                      digits.find_first_not_of("0123456789") == std::string::npos;
    if (!good) throw Error(ErrorCode::invalid, "--lines takes A-B, A-, -B or A");
    return static_cast<int64_t>(std::stoll(digits));
  };
  const std::pair<int64_t, int64_t> lines{read(first, 1), read(last, INT64_MAX - 1)};
  if (lines.first > lines.second)
    throw Error(ErrorCode::invalid, "--lines: the first line is after the last", text);
  return lines;
}

void print_text(std::string_view text) {
  if (!on_terminal()) {
    std::cout << text;
    return;
  }
  while (!text.empty()) {
    const auto line = text.substr(0, text.find('\n'));
    std::cout << printable(line) << "\n";
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
}

// Keeps the text, byte for byte.
struct KeptText final : Sink {
  void field(std::string_view key, const Value& value) override {
    if (key == "text") text = value.text();
  }
  void begin_rows(std::string_view, std::span<const Column>) override {}
  void row(std::span<const Value>) override {}
  void note(std::string_view) override {}
  void end(const Outcome&) override {}

  std::string text;
};

int run_cat(const Invocation& invocation) {
  Store store = open_reading(invocation);
  const FileEntry file = file_meant(store, invocation);
  Arguments arguments = arguments_of(kReadSource, invocation);
  arguments.set("path", path_text(file.path));
  arguments.set("project", file.project);
  arguments.unlimited = true;
  if (const auto lines = invocation.optional("--lines")) {
    const auto [first, last] = parse_lines(*lines);
    arguments.set("firstLine", std::to_string(first));
    arguments.set("lastLine", std::to_string(last));
  }
  KeptText sink;
  JsonSink json;
  const auto outcome = ask(store, kReadSource, invocation, arguments,
                           invocation.json() ? static_cast<Sink&>(json) : sink);
  if (!outcome) return 1;
  if (outcome->complete.stale) print_stale();
  if (invocation.json())
    std::cout << json.take() << "\n";
  else
    print_text(sink.text);
  return 0;
}

// "3-5,17"
std::string lines_text(const std::vector<languages::Unparsed>& parts) {
  std::string text;
  for (const auto& [first, last] : parts) {
    text += (text.empty() ? "" : ",") + std::to_string(first);
    if (last != first) text += "-" + std::to_string(last);
  }
  return text;
}

// The files that did not parse completely, with the lines. How many there are is kept; those files
// are parsed again for which.
int list_damaged(Store& store, const PlacedPath& asked, bool as_json) {
  const Scope& scope = asked.scope;
  JsonWriter json;
  json.begin_array();
  const bool has_projects = scope.snapshots.size() > 1;
  Table table{{"path", "lines not understood"}, {}};
  if (has_projects) table.titles.emplace_back("project");
  std::set<std::pair<int64_t, std::string>> damaged;
  for (const int64_t snapshot : scope.snapshots)
    for (const auto& row : store.rows<sql::DamagedFiles>(snapshot))
      damaged.emplace(snapshot, row.path);
  for (const auto& file : files_in(store.statements(), scope)) {
    if (!is_meant(asked.path, file.path) || !file.has_text) continue;
    if (!damaged.contains({file.snapshot, file.path})) continue;
    const auto& language = languages::named(file.language);
    const auto parts = languages::unparsed(language, text_of(store.index(), file));
    if (parts.empty()) continue;
    table.rows.push_back({file.path, lines_text(parts)});
    if (has_projects) table.rows.back().emplace_back(file.project);
    json.begin_object().field("project", file.project).field("path", path_text(file.path));
    json.key("lines").begin_array();
    for (const auto& [first, last] : parts)
      json.begin_object().field("first", first).field("last", last).end_object();
    json.end_array().end_object();
  }
  json.end_array();
  if (as_json)
    std::cout << json.text() << "\n";
  else if (table.rows.empty())
    std::cerr << "dossier: every file that has a grammar was parsed completely\n";
  else
    std::cout << print(table);
  return 0;
}

int run_ls(const Invocation& invocation) {
  Store store = open_reading(invocation);
  const Transaction reading(store.database(), Transaction::reading);
  const auto typed = invocation.optional("PATH");
  const Scope all = scope_of(store, invocation);
  const PlacedPath asked = typed ? typed_path(store, all, *typed) : PlacedPath{all, {}};
  if (invocation.has("--damaged")) return list_damaged(store, asked, invocation.json());
  const auto files = files_in(store.statements(), asked.scope);
  Freshness fresh(store, asked.scope);
  bool any = false;
  JsonWriter json;
  json.begin_array();
  Table table{{"lines", "size", "language", "path"}, {}};
  for (const auto& file : files) {
    if (!is_meant(asked.path, file.path)) continue;
    any = true;
    const bool stale = fresh.is_stale(file);
    if (invocation.json()) {
      json.begin_object()
          .field("project", file.project)
          .field("snapshot", file.snapshot)
          .field("path", path_text(file.path))
          .field("language", file.language)
          .field("size", file.size)
          .field("lines", file.lines)
          .field("hasText", file.has_text)
          .field("stale", stale)
          .end_object();
    } else if (on_terminal()) {
      table.rows.push_back(
          {std::to_string(file.lines), std::to_string(file.size), file.language, file.path});
    } else {
      std::cout << file.path << "\n";
    }
  }
  if (!any && !asked.path.empty()) {
    throw Error(ErrorCode::not_found, "no snapshot holds a file or folder of this name",
                invocation.text("PATH"));
  }
  json.end_array();
  if (invocation.json()) {
    std::cout << json.text() << "\n";
  } else if (on_terminal()) {
    std::cout << print(table);
  }
  if (fresh.stale()) print_stale();
  return 0;
}

}  // namespace

void change_cat(Command& command) {
  command.example = "dossier cat src/main.go --lines 10-20";
  std::erase_if(command.options, [](const Option& option) {
    return option.name == "--all" || option.name == "--first-line" || option.name == "--last-line";
  });
  option_of(command, "PATH").doc = "The file, by its path in its tree or on disk";
  command.options.insert(command.options.begin() + 1,
                         {"--lines", "A-B", "Only these lines", false, false});
  command.run = run_cat;
}

Command ls_command() {
  return {
      "ls",
      Group::look,
      "The stored files, or those below a folder",
      "",
      "dossier ls src",
      {{"PATH", "",
        "A folder or file, by its path in the tree or on disk, or a glob such as '*.proto'", false,
        false},
       project_option(),
       snapshot_option(),
       {"--damaged", "", "Only files that did not parse completely, with the lines", false, false},
       {"--json", "", "Print an array of objects", false, false}},
      run_ls};
}

}  // namespace dossier::cli
