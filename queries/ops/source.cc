// The text of a stored file, whole or some of its lines.
#include <algorithm>
#include <charconv>

#include "engine/path_text.h"
#include "queries/ops/ops.h"
#include "queries/ops/scope_fields.h"
#include "store/freshness.h"
#include "store/index/contents.h"
#include "store/scope/placed.h"

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

void source(Store& store, Question& question, Answer& answer) {
  std::string path = path_meant(question.text("path"));
  const auto first = line_number(question.text("firstLine"), 1);
  const auto last = line_number(question.text("lastLine"), INT64_MAX - 1);
  if (!first || !last) return answer.refuse("firstLine and lastLine must be positive integers");

  // Editors and agents know a file by its place on disk.
  if (path.starts_with('/'))
    if (auto place = placed(store.statements(), question.scope(), path)) {
      path = std::move(place->path);
      question.set_scope(std::move(place->scope));
    }
  const Scope& scope = question.scope();
  const auto files = files_at(store.statements(), scope, path);
  const auto file =
      std::find_if(files.begin(), files.end(), [](const FileEntry& one) { return one.has_text; });
  const std::string_view status = file == files.end() ? "not_found" : "ok";
  answer.field("status", status);
  answer.outcome.log = "source(): path=" + in_quotes(path) + ", status=" + std::string(status);
  if (file == files.end()) return answer.field("identifier", question.text("path"));
  const std::string text = text_of(store.index(), *file);
  const bool all = question.is_unlimited() || *first > INT64_MAX - kLineCap;
  const int64_t most = all ? INT64_MAX - 1 : *first + kLineCap - 1;
  const int64_t end = std::min({*last, most, std::max(file->lines, *first)});
  Freshness fresh(store, scope);
  answer.field("path", path_text(file->path));
  answer.field("project", file->project);
  answer.field("language", file->language);
  answer.field("lines", file->lines);
  answer.field("firstLine", *first);
  answer.field("lastLine", end);
  answer.field("stale", fresh.is_stale(*file));
  answer.field("text", lines_of(text, *first, end));
  auto& complete = answer.outcome.complete;
  complete.total = complete.returned = 1;
  complete.truncated = end < std::min(*last, file->lines);
  complete.stale = fresh.stale();
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
    "",
    {},
    source,
    false,  // of the file itself
};

}  // namespace dossier
