// The scalar functions that read stored files. Connections that have the tables have them.
#include <sqlite3.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <string>

#include "engine/database.h"
#include "queries/tables/shared_functions.h"
#include "queries/tables/tables.h"
#include "store/index/contents.h"

namespace dossier {
namespace {

// The file read last: neighbouring rows ask for parts of one.
struct LastFile {
  explicit LastFile(SearchIndex& of) : index(of) {}
  SearchIndex& index;
  int64_t generation = -1;
  std::optional<int64_t> snapshot;
  std::string path;
  std::optional<std::string> text;  // absent: no snapshot has it with its text
};

void read_file(LastFile& last, std::string path, std::optional<int64_t> snapshot) {
  const int64_t generation = last.index.generation();
  if (last.generation == generation && last.path == path && last.snapshot == snapshot) return;
  last.generation = -1;
  last.text.reset();
  Scope scope;
  if (snapshot)
    scope.snapshots.push_back(*snapshot);
  else
    scope = resolve_scope(last.index.statements(), {}, {});
  for (const auto& file : files_at(last.index.statements(), scope, path))
    if (file.has_text) {
      last.text = text_of(last.index, file);
      break;
    }
  last.path = std::move(path);
  last.snapshot = snapshot;
  last.generation = generation;
}

// The file that the first argument names, in the snapshot of the one behind the usual ones or in
// the newest of each project, cut by `part`. NULL without a file.
template <typename Part>
void of_file(sqlite3_context* context, int count, int usual, sqlite3_value** arguments, Part part) {
  auto& last = *static_cast<LastFile*>(sqlite3_user_data(context));
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_value_text(arguments[0]));
  if (!bytes) return;
  try {
    std::optional<int64_t> snapshot;
    if (count > usual) snapshot = sqlite3_value_int64(arguments[usual]);
    read_file(last, {bytes, static_cast<size_t>(sqlite3_value_bytes(arguments[0]))}, snapshot);
    if (!last.text) return;
    const std::string_view text = part(std::string_view(*last.text));
    sqlite3_result_text64(context, text.data() ? text.data() : "", text.size(), SQLITE_TRANSIENT,
                          SQLITE_UTF8);
  } catch (const std::exception& failure) {
    sqlite3_result_error(context, failure.what(), -1);
  }
}

// Without the newline of the last line.
std::string_view whole_lines(std::string_view text, int64_t first, int64_t last) {
  std::string_view lines = lines_of(text, std::max<int64_t>(first, 1), last);
  if (lines.ends_with('\n')) lines.remove_suffix(1);
  return lines;
}

void content_of(sqlite3_context* context, int count, sqlite3_value** arguments) {
  of_file(context, count, 1, arguments, [](std::string_view text) { return text; });
}

void snippet_of(sqlite3_context* context, int count, sqlite3_value** arguments) {
  const int64_t line = sqlite3_value_int64(arguments[1]);
  const int64_t around = std::clamp<int64_t>(sqlite3_value_int64(arguments[2]), 0, 1 << 20);
  if (line < 1 || line > INT32_MAX) return;
  of_file(context, count, 3, arguments,
          [&](std::string_view text) { return whole_lines(text, line - around, line + around); });
}

void lines_between(sqlite3_context* context, int count, sqlite3_value** arguments) {
  const int64_t first = sqlite3_value_int64(arguments[1]);
  const int64_t last = sqlite3_value_int64(arguments[2]);
  if (last < 1 || last > INT32_MAX) return;
  of_file(context, count, 3, arguments,
          [&](std::string_view text) { return whole_lines(text, first, last); });
}

}  // namespace

void register_content_functions(SearchIndex& index) {
  SharedFunctions<LastFile> functions(index.database().handle(), std::make_unique<LastFile>(index));
  functions.add("content_of", 1, content_of);
  functions.add("content_of", 2, content_of);
  functions.add("snippet_of", 3, snippet_of);
  functions.add("snippet_of", 4, snippet_of);
  functions.add("lines_between", 3, lines_between);
  functions.add("lines_between", 4, lines_between);
}

}  // namespace dossier
