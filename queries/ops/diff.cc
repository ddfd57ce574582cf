// What differs between two snapshots (queries/graph/changes.h says what counts).
#include <map>

#include "engine/json.h"
#include "queries/graph/changes.h"
#include "queries/ops/ops.h"
#include "queries/ops/scope_fields.h"
#include "store/sql.h"

namespace dossier {
namespace {

Answer diff(Store& store, const Arguments& arguments) {
  const auto cap = parse_cap(arguments.text("maxResults"), kLookupCap);
  if (!cap) return refusal(400, "maxResults must be an integer");
  if (arguments.text("before").empty() || arguments.text("after").empty())
    return refusal(400, "missing 'before' or 'after' query parameter");
  const auto of = [&](const char* name) {
    return resolve_scope(store.statements(), arguments.text("project"), arguments.text(name))
        .snapshots.front();
  };
  const int64_t before = of("before"), after = of("after");
  // A program has no files: its symbols are what can differ.
  const bool has_files = store.index().statements().rows<sql::FilesOfSnapshot>(after).next() ||
                         store.index().statements().rows<sql::FilesOfSnapshot>(before).next();
  const bool symbols = arguments.flag("symbols") || !has_files;
  const auto changes = changes_between(store.index(), before, after, symbols);

  const auto total = static_cast<int64_t>(changes.size());
  const int64_t shown = arguments.unlimited ? total : std::min(*cap, total);
  std::map<std::string, int64_t> counts;
  for (const auto& change : changes) ++counts[std::string(name_of(change.change))];
  JsonWriter json;
  json.begin_object().field("before", before).field("after", after).key("counts").begin_object();
  for (const char* kind : {"added", "removed", "changed", "moved"}) json.field(kind, counts[kind]);
  json.end_object().key("hits").begin_array();
  for (int64_t i = 0; i < shown; ++i) {
    const auto& change = changes[static_cast<size_t>(i)];
    json.begin_object()
        .field("change", name_of(change.change))
        .field("kind", change.kind)
        .field("name", change.name)
        .field("from", change.from)
        .field("path", change.path)
        .end_object();
  }
  Answer answer;
  answer.body = json.end_array().end_object().take();
  answer.complete = {total, true, shown, shown < total,
                     std::to_string(before) + "," + std::to_string(after)};
  answer.log = "diff(): before=" + std::to_string(before) + ", after=" + std::to_string(after) +
               ", hits=" + std::to_string(total);
  return answer;
}

constexpr OpField kFields[] = {
    {"before", OpField::text, true, "The earlier snapshot, by id or label"},
    {"after", OpField::text, true, "The later one"},
    {"symbols", OpField::flag, false, "Types and members too, not only files"},
    kMaxResultsField,
    kProjectField,
};
constexpr OpColumn kColumns[] = {
    {"change", "change"}, {"kind", "kind"}, {"name", "name"}, {"from", "from"}, {"path", "path"}};

}  // namespace

const Op kDiff = {
    "diff",
    "diff_snapshots",
    "/api/diff",
    "What was added, removed, changed and moved between two snapshots",
    "dossier diff 1 2",
    kFields,
    "hits",
    kColumns,
    kLookupCap,
    diff,
    false,  // what the earlier snapshot holds has always changed since
};

}  // namespace dossier
