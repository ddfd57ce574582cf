// Content search: the lines of the stored files that match a regular expression. The
// command of this name prints them as they come (cli/grep.cc); here they are one answer.
#include "engine/json.h"
#include "engine/unicode.h"
#include "queries/ops/ops.h"
#include "queries/ops/scope_fields.h"
#include "store/freshness.h"
#include "store/index/contents.h"

namespace dossier {
namespace {

// A line of a minified file would crowd out every other hit.
constexpr size_t kTextLimit = 2000;

Answer grep(Store& store, const Arguments& arguments) {
  const auto cap = parse_cap(arguments.text("maxResults"), kLookupCap);
  if (!cap) return refusal(400, "maxResults must be an integer");
  LineQuery query;
  query.pattern = arguments.text("pattern");
  if (query.pattern.empty()) return refusal(400, "missing 'pattern' query parameter");
  query.ignore_case = arguments.flag("ignoreCase");
  if (!arguments.text("file").empty()) query.globs.push_back(arguments.text("file"));
  query.language = arguments.text("language");

  const Scope scope = store.scope(arguments.text("project"), arguments.text("snapshot"));
  LineSearch search = search_lines(store.index(), scope.text(), query);
  const int64_t limit = arguments.unlimited ? INT64_MAX - 1 : *cap;
  Answer answer;
  JsonWriter json;
  json.begin_array();
  Freshness fresh(store, scope);
  int64_t seen = -1;
  bool stale = false;
  int64_t hits = 0;
  bool more = false;
  while (const auto hit = search.next()) {
    if (hits == limit) {
      more = true;
      break;
    }
    ++hits;
    json.begin_object()
        .field("path", hit->file->path)
        .field("line", hit->line)
        .field("column", hit->column)
        .field("text", utf8_prefix(hit->content, kTextLimit))
        .field("project", hit->file->project);
    if (hit->text != seen) stale = fresh.is_stale(*hit->file);
    seen = hit->text;
    if (stale) json.field("stale", true);
    json.end_object();
  }
  answer.body = json.end_array().take();
  answer.complete = {hits, !more, hits, more, scope.text(), fresh.stale()};
  answer.log = "grep(): pattern=" + in_quotes(query.pattern) +
               ", max_results=" + std::to_string(*cap) + ", hits=" + std::to_string(hits);
  return answer;
}

constexpr OpField kFields[] = {
    {"pattern", OpField::text, true, "Regular expression; case matters"},
    {"ignoreCase", OpField::flag, false, "Letters match in both cases"},
    {"file", OpField::text, false, "Only files whose path (or name) matches this glob"},
    {"language", OpField::text, false, "Only files of this language"},
    kMaxResultsField,
    kProjectField,
    kSnapshotField,
};
constexpr OpColumn kColumns[] = {
    {"path", "path"}, {"line", "line"}, {"column", "column"}, {"text", "text"}};

}  // namespace

const Op kGrep = {
    "grep",
    "grep",
    "/api/search/lines",
    "Lines of the stored files that match a regular expression",
    "dossier grep 'func New\\w+'",
    kFields,
    "",
    kColumns,
    kLookupCap,
    grep,
    false,  // hit by hit
};

}  // namespace dossier
