// Broad lookup (docs/http-api.md): a regular expression over every module, type and member.
#include "engine/json.h"
#include "queries/ops/ops.h"
#include "queries/ops/scope_fields.h"
#include "queries/sql.h"

namespace dossier {
namespace {

Answer broad(Store& store, const Arguments& arguments) {
  const auto cap = parse_cap(arguments.text("maxResults"), kLookupCap);
  if (!cap) return refusal(400, "maxResults must be an integer");
  const std::string& pattern = arguments.text("pattern");
  if (pattern.empty()) return refusal(400, "missing 'pattern' query parameter");

  const Scope scope = store.scope(arguments.text("project"), arguments.text("snapshot"));
  const std::string snapshots = scope.text();
  const int64_t limit = arguments.unlimited ? INT64_MAX - 1 : *cap;
  Answer answer;
  JsonWriter json;
  json.begin_array();
  int64_t hits = 0;
  bool more = false;
  for (const auto& row :
       store.rows<sql::Broad>(std::string_view(pattern), std::string_view(snapshots), limit + 1)) {
    if (hits == limit) {
      more = true;
      break;
    }
    ++hits;
    json.begin_object()
        .field("kind", row.kind)
        .field("name", row.name)
        .field("fullName", row.full_name)
        .field("moduleName", row.module)
        .field("assemblyPath", row.path)
        .field("signature", row.signature)
        .end_object();
  }
  answer.body = json.end_array().take();
  answer.complete = {hits, !more, hits, more, snapshots};
  answer.log = "broad_search(): pattern=" + in_quotes(pattern) +
               ", max_results=" + std::to_string(*cap) + ", hits=" + std::to_string(hits);
  return answer;
}

constexpr OpField kFields[] = {
    {"pattern", OpField::text, true, "Regular expression, ignoring case"},
    kMaxResultsField,
    kProjectField,
    kSnapshotField,
};
constexpr OpColumn kColumns[] = {{"kind", "kind"},
                                 {"fullName", "full name"},
                                 {"signature", "signature"},
                                 {"moduleName", "module"}};

}  // namespace

const Op kBroad = {
    "broad",
    "broad_lookup",
    "/api/search/broad",
    "Modules, types and members that match a regular expression",
    "dossier broad 'Player.*(Health|Attack)'",
    kFields,
    "",
    kColumns,
    kLookupCap,
    broad,
};

}  // namespace dossier
