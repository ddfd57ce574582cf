// cat and ls: the files of repository snapshots. They print bytes as they are when piped, and what
// a terminal can take on a terminal.
#include <algorithm>
#include <iostream>
#include <tuple>

#include "cli/command.h"
#include "cli/terminal.h"
#include "engine/error.h"
#include "engine/json.h"
#include "queries/contents.h"
#include "queries/freshness.h"
#include "queries/store.h"

namespace dossier::cli {
namespace {

Scope scope_of(Store& store, const Invocation& invocation) {
  return store.scope(invocation.text("--project"), invocation.text("--snapshot"));
}

FileEntry find_file(Store& store, const Scope& scope, const std::string& path) {
  const auto found = files_at(store.statements(), scope, path);
  if (found.empty())
    throw Error(ErrorCode::not_found, "no file of the snapshots is called that", path);
  if (found.size() > 1)
    throw Error(ErrorCode::invalid, "several projects hold it; say --project NAME", path);
  return found.front();
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
  return {read(first, 1), read(last, INT64_MAX - 1)};
}

int run_cat(const Invocation& invocation) {
  Store store = Store::open_to_read(invocation.database());
  const Transaction reading(store.database(), Transaction::reading);
  const Scope scope = scope_of(store, invocation);
  const FileEntry file = find_file(store, scope, invocation.text("PATH"));
  const bool stale = Freshness(store, scope).is_stale(file);
  if (stale && !invocation.json()) print_stale();
  if (!file.has_text) {
    throw Error(ErrorCode::not_found,
                file.is_binary ? "a binary file: no text is stored"
                               : "above the cap of its import: no text is stored",
                file.path);
  }
  const std::string text = text_of(store.index(), file);
  std::string_view part = text;
  int64_t first = 1, last = file.lines;
  if (const auto lines = invocation.optional("--lines")) {
    std::tie(first, last) = parse_lines(*lines);
    part = lines_of(text, first, last);
  }
  if (invocation.json()) {
    JsonWriter json;
    json.begin_object()
        .field("path", file.path)
        .field("project", file.project)
        .field("language", file.language)
        .field("lines", file.lines)
        .field("firstLine", first)
        .field("lastLine", std::min(last, file.lines))
        .field("stale", stale)
        .field("text", part)
        .end_object();
    std::cout << json.text() << "\n";
    return 0;
  }
  if (on_terminal()) {
    while (!part.empty()) {
      const auto line = part.substr(0, part.find('\n'));
      std::cout << printable(line) << "\n";
      part.remove_prefix(std::min(part.size(), line.size() + 1));
    }
  } else {
    std::cout << part;
  }
  return 0;
}

int run_ls(const Invocation& invocation) {
  Store store = Store::open_to_read(invocation.database());
  const Transaction reading(store.database(), Transaction::reading);
  const Scope scope = scope_of(store, invocation);
  const auto files = files_in(store.statements(), scope);
  Freshness fresh(store, scope);
  std::string below = invocation.text("PATH");
  while (below.ends_with('/')) below.pop_back();
  JsonWriter json;
  json.begin_array();
  Table table{{"lines", "size", "language", "path"}, {}};
  for (const auto& file : files) {
    const bool inside =
        below.empty() || below == "." || file.path == below || file.path.starts_with(below + "/");
    if (!inside) continue;
    const bool stale = fresh.is_stale(file);
    if (invocation.json()) {
      json.begin_object()
          .field("project", file.project)
          .field("snapshot", file.snapshot)
          .field("path", file.path)
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

Command cat_command() {
  return {"cat",
          Group::look,
          "The text of a stored file",
          "",
          "dossier cat src/main.go --lines 10-20",
          {{"PATH", "", "The file's path in its tree", true, false},
           {"--lines", "A-B", "Only these lines", false, false},
           project_option(),
           snapshot_option(),
           {"--json", "", "Print the text and where it is from as one JSON object", false, false}},
          run_cat};
}

Command ls_command() {
  return {"ls",
          Group::look,
          "The stored files, or those below a folder",
          "",
          "dossier ls src",
          {{"PATH", "", "A folder or file of the tree", false, false},
           project_option(),
           snapshot_option(),
           {"--json", "", "Print an array of objects", false, false}},
          run_ls};
}

}  // namespace dossier::cli
