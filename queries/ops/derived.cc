// Derived types and implementations, transitively and across modules: breadth first by full name,
// each type once, so that circles end.
#include <unordered_set>
#include <utility>

#include "engine/fact.h"
#include "engine/json.h"
#include "queries/ops/definitions.h"
#include "queries/ops/identifier.h"
#include "queries/ops/ops.h"
#include "queries/ops/scope_fields.h"

namespace dossier {
namespace {

struct Walk {
  Store& store;
  const Scope& scope;
  int64_t limit;
  JsonWriter json;
  int64_t hits = 0;
  bool more = false;
  std::unordered_set<std::string> followed;
  std::unordered_set<int64_t> written;
  std::vector<std::string> next;

  void step(int64_t depth) {
    const auto level = std::exchange(next, {});
    for (const auto& type : level) {
      for (const int64_t snapshot : scope.snapshots) {
        for (const auto& row : store.rows<sql::DerivedFrom>(std::string_view(type), snapshot)) {
          visit(row, depth);
          if (more) return;
        }
      }
    }
  }

  void visit(const sql::DerivedFrom::Row& row, int64_t depth) {
    if (written.contains(row.symbol)) return;
    if (hits == limit) {
      more = true;
      return;
    }
    ++hits;
    written.insert(row.symbol);
    json.begin_object()
        .field("depth", depth)
        .field("fullName", row.full_name)
        .field("kind", row.type_kind)
        .field("relation", name_of(static_cast<ReferenceKind>(row.kind)))
        .field("of", row.target)
        .field("moduleName", row.module)
        .field("assemblyPath", row.path)
        .end_object();
    if (followed.insert(std::string(row.full_name)).second) next.emplace_back(row.full_name);
  }
};

Answer derived(Store& store, const Arguments& arguments) {
  const auto cap = parse_cap(arguments.text("maxResults"), kLookupCap);
  if (!cap) return refusal(400, "maxResults must be an integer");
  const std::string_view wanted = normal_identifier(arguments.text("identifier"));
  if (wanted.empty()) return refusal(400, "missing 'identifier' query parameter");

  const Scope scope = store.scope(arguments.text("project"), arguments.text("snapshot"));
  Walk walk{store, scope, arguments.unlimited ? INT64_MAX - 1 : *cap, {}, 0, false, {}, {}, {}};
  for (const auto& definition : find_definitions(store, scope, wanted)) {
    if (definition.is_type && walk.followed.insert(definition.type).second) {
      walk.next.push_back(definition.type);
    }
  }
  if (walk.next.empty()) {  // a type of a module that is not stored
    walk.followed.emplace(wanted);
    walk.next.emplace_back(wanted);
  }
  walk.json.begin_object().field("identifier", wanted).key("hits").begin_array();
  for (int64_t depth = 1; !walk.next.empty() && !walk.more; ++depth) walk.step(depth);
  Answer answer;
  answer.body = walk.json.end_array().end_object().take();
  answer.complete = {walk.hits, !walk.more, walk.hits, walk.more, scope.text()};
  answer.log = "derived(): identifier=" + quoted(wanted) + ", hits=" + std::to_string(walk.hits);
  return answer;
}

constexpr OpField kFields[] = {
    {"identifier", OpField::text, true, "A class or interface, by full or short name"},
    kMaxResultsField,
    kProjectField,
    kSnapshotField,
};
constexpr OpColumn kColumns[] = {{"depth", "depth"},
                                 {"fullName", "type"},
                                 {"relation", "by"},
                                 {"of", "of"},
                                 {"moduleName", "module"}};

}  // namespace

const Op kDerived = {
    "derived",
    "derived",
    "/api/derived",
    "The types that derive from a type or implement it, however indirectly",
    "dossier derived UnityEngine.MonoBehaviour",
    kFields,
    "hits",
    kColumns,
    kLookupCap,
    derived,
};

}  // namespace dossier
