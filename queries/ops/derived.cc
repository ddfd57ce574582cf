// Derived types and implementations, transitively and across modules: breadth first each type once,
// so that circles end.
#include <unordered_set>
#include <utility>

#include "engine/fact.h"
#include "engine/json.h"
#include "queries/graph/definitions.h"
#include "queries/graph/identifier.h"
#include "queries/graph/incoming.h"
#include "queries/ops/ops.h"
#include "queries/ops/scope_fields.h"
#include "queries/sql.h"

namespace dossier {
namespace {

constexpr uint32_t kRelations = bit(ReferenceKind::base) | bit(ReferenceKind::interface);

struct Walk {
  Store& store;
  IncomingReferences references;
  int64_t limit;
  JsonWriter json{};
  int64_t hits = 0;
  bool more = false;
  std::unordered_set<int64_t> seen{};  // symbols, the first ones too
  std::vector<Definition> next{};

  void visit(const std::vector<Incoming>& relations, int64_t depth) {
    for (const Incoming& one : relations) {
      if (seen.contains(one.source)) continue;
      const auto type = definition_of(store, one.source);
      if (!type) continue;
      more = hits == limit;
      if (more) return;
      ++hits;
      seen.insert(one.source);
      write(one, *type, depth);
      next.push_back(*type);
    }
  }

  void write(const Incoming& relation, const Definition& type, int64_t depth) {
    const ScopeModule& module = references.module(relation);
    auto facts = store.rows<sql::TypeFacts>(relation.source);
    const auto fact = facts.next();
    auto rows = store.rows<sql::RefAt>(relation.source, relation.seq);
    const auto row = rows.next();
    json.begin_object()
        .field("depth", depth)
        .field("fullName", type.type)
        .field("kind", fact ? fact->kind : "")
        .field("relation", name_of(static_cast<ReferenceKind>(relation.kind)))
        .field("of", row ? row->target : "")
        .field("moduleName", module.name)
        .field("assemblyPath", module.path)
        .end_object();
  }

  void step(int64_t depth) {
    for (const Definition& type : std::exchange(next, {})) {
      visit(references.to_type_itself(type, kRelations), depth);
      if (more) return;
    }
  }
};

Answer derived(Store& store, const Arguments& arguments) {
  const auto cap = parse_cap(arguments.text("maxResults"), kLookupCap);
  if (!cap) return refusal(400, "maxResults must be an integer");
  const std::string_view wanted = normal_identifier(arguments.text("identifier"));
  if (wanted.empty()) return refusal(400, "missing 'identifier' query parameter");

  const Scope scope = store.scope(arguments.text("project"), arguments.text("snapshot"));
  Walk walk{.store = store,
            .references = IncomingReferences(store, scope),
            .limit = arguments.unlimited ? INT64_MAX - 1 : *cap};
  for (auto& definition : find_definitions(store, scope, wanted, arguments.text("module"))) {
    if (definition.is_type && walk.seen.insert(definition.symbol).second) {
      walk.next.push_back(std::move(definition));
    }
  }
  walk.json.begin_object().field("identifier", wanted).key("hits").begin_array();
  int64_t depth = 1;
  if (walk.next.empty()) {  // a type of a module that is not stored
    walk.visit(walk.references.to(wanted, kRelations), depth++);
  }
  for (; !walk.next.empty() && !walk.more; ++depth) walk.step(depth);
  walk.json.end_array().end_object();
  Answer answer;
  answer.body = walk.json.take();
  answer.complete = {walk.hits, !walk.more, walk.hits, walk.more, scope.text()};
  answer.log = "derived(): identifier=" + in_quotes(wanted) + ", hits=" + std::to_string(walk.hits);
  return answer;
}

constexpr OpField kFields[] = {
    {"identifier", OpField::text, true, "A class or interface, by full or short name"},
    kModuleField,
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
