// String and number literals of code, by regular expression.
#include "engine/json.h"
#include "engine/search/matcher.h"
#include "queries/graph/definitions.h"
#include "queries/ops/ops.h"
#include "queries/ops/scope_fields.h"
#include "queries/sql.h"

namespace dossier {
namespace {

Answer literals(Store& store, const Arguments& arguments) {
  const auto cap = parse_cap(arguments.text("maxResults"), kLookupCap);
  if (!cap) return refusal(400, "maxResults must be an integer");
  const std::string& pattern = arguments.text("pattern");
  if (pattern.empty()) return refusal(400, "missing 'pattern' query parameter");
  search::RegexMatcher{pattern};  // a wrong pattern is refused even where there is no literal

  const Scope scope = store.scope(arguments.text("project"), arguments.text("snapshot"));
  const int64_t limit = arguments.unlimited ? INT64_MAX - 1 : *cap;
  JsonWriter json;
  json.begin_array();
  int64_t hits = 0;
  bool more = false;
  for (const int64_t snapshot : scope.snapshots) {
    if (more) break;
    for (const auto& row : store.rows<sql::LiteralsMatching>(std::string_view(pattern), snapshot)) {
      more = hits == limit;
      if (more) break;
      ++hits;
      const auto source = definition_of(store, row.source);
      json.begin_object()
          .field("kind", row.is_string != 0 ? "string" : "number")
          .field("value", row.value)
          .field("source", source ? std::string_view(source->key) : row.module)
          .field("token", source ? source->token : 0)
          .field("moduleName", row.module)
          .field("assemblyPath", row.path)
          .key("ilOffset");
      if (row.il_offset) {
        json.value(*row.il_offset);
      } else {
        json.null();
      }
      if (row.line) json.field("line", *row.line);
      json.end_object();
    }
  }
  Answer answer;
  answer.body = json.end_array().take();
  answer.complete = {hits, !more, hits, more, scope.text()};
  answer.log = "literals(): pattern=" + in_quotes(pattern) + ", hits=" + std::to_string(hits);
  return answer;
}

constexpr OpField kFields[] = {
    {"pattern", OpField::text, true, "Regular expression over the values, ignoring case"},
    kMaxResultsField,
    kProjectField,
    kSnapshotField,
};
constexpr OpColumn kColumns[] = {
    {"kind", "kind"}, {"value", "value"}, {"source", "in"}, {"moduleName", "module"}};

}  // namespace

const Op kLiterals = {
    "literals",
    "literals",
    "/api/literals",
    "String and number literals in code that match a regular expression",
    "dossier literals 'https?://'",
    kFields,
    "",
    kColumns,
    kLookupCap,
    literals,
};

}  // namespace dossier
