// The text of a stored file, whole or some of its lines.
#include <algorithm>
#include <charconv>

#include "engine/json.h"
#include "queries/ops/ops.h"
#include "queries/ops/scope_fields.h"
#include "store/freshness.h"
#include "store/index/contents.h"

namespace dossier {
namespace {

// What one answer holds; the rest is asked for by lines.
constexpr int64_t kLineCap = 2000;

std::optional<int64_t> line_number(const std::string& text, int64_t otherwise) {
  if (text.empty()) return otherwise;
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 1) return std::nullopt;
  return value;
}

Answer not_found(const std::string& path, const std::string& snapshots) {
  Answer answer;
  JsonWriter json;
  json.begin_object().field("status", "not_found").field("identifier", path).end_object();
  answer.body = json.take();
  answer.complete.snapshots = snapshots;
  answer.log = "source(): path=" + in_quotes(path) + ", status=not_found";
  return answer;
}

Answer source(Store& store, const Arguments& arguments) {
  const std::string& path = arguments.text("path");
  if (path.empty()) return refusal(400, "missing 'path' query parameter");
  const auto first = line_number(arguments.text("firstLine"), 1);
  const auto last = line_number(arguments.text("lastLine"), INT64_MAX - 1);
  if (!first || !last) return refusal(400, "firstLine and lastLine must be positive integers");

  const Scope scope = store.scope(arguments.text("project"), arguments.text("snapshot"));
  const auto files = files_at(store.statements(), scope, path);
  const auto file =
      std::find_if(files.begin(), files.end(), [](const FileEntry& one) { return one.has_text; });
  if (file == files.end()) return not_found(path, scope.text());
  const std::string text = text_of(store.index(), *file);
  const bool all = arguments.unlimited || *first > INT64_MAX - kLineCap;
  const int64_t most = all ? INT64_MAX - 1 : *first + kLineCap - 1;
  const int64_t end = std::min({*last, most, std::max(file->lines, *first)});
  Freshness fresh(store, scope);
  Answer answer;
  JsonWriter json;
  json.begin_object()
      .field("status", "ok")
      .field("path", file->path)
      .field("project", file->project)
      .field("language", file->language)
      .field("lines", file->lines)
      .field("firstLine", *first)
      .field("lastLine", end)
      .field("stale", fresh.is_stale(*file))
      .field("text", lines_of(text, *first, end))
      .end_object();
  answer.body = json.take();
  const int64_t wanted = std::min(*last, file->lines);
  answer.complete = {1, true, 1, end < wanted, scope.text(), fresh.stale()};
  answer.log = "source(): path=" + in_quotes(path) + ", status=ok";
  return answer;
}

constexpr OpField kFields[] = {
    {"path", OpField::text, true, "The file's path in its tree"},
    {"firstLine", OpField::integer, false, "From this line on (default 1)"},
    {"lastLine", OpField::integer, false, "Up to this line (default and most: 2000 lines)"},
    kProjectField,
    kSnapshotField,
};

}  // namespace

const Op kReadSource = {
    "cat",
    "read_source",
    "/api/source",
    "The text of a stored file, whole or some of its lines",
    "dossier cat src/main.go",
    kFields,
    "rows",
    {},
    0,
    source,
    false,  // of the file itself
};

}  // namespace dossier
