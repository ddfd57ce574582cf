// Callers, transitively: breadth first over call, new and ftn references (exact in assemblies, in
// sources also by name), each caller once at its least depth. Virtual calls count for the method
// that the call names.
#include <algorithm>
#include <memory>
#include <unordered_set>

#include "engine/fact.h"
#include "engine/json.h"
#include "queries/ops/definitions.h"
#include "queries/ops/identifier.h"
#include "queries/ops/ops.h"
#include "queries/ops/other_names.h"
#include "queries/ops/scope_fields.h"

namespace dossier {
namespace {

constexpr int64_t kMaxDepth = 100;

struct Walk {
  Store& store;
  const Scope& scope;
  int64_t limit;
  JsonWriter json;
  int64_t hits = 0;
  bool more = false;
  std::unordered_set<std::string> keys;  // followed
  std::unordered_set<int64_t> callers;   // written
  struct Callee {
    std::string key;                    // to follow
    std::string definition;             // whose it is
    std::shared_ptr<OtherNames> names;  // of which the key is one; null: its own
  };
  std::vector<Callee> next;
  std::vector<Definition> fresh;  // callers that are still to be followed

  void follow(const Definition& definition) {
    for (auto& key : keys_of(store, definition)) {
      if (keys.insert(key).second) next.push_back({std::move(key), definition.key, nullptr});
    }
    const auto names = std::make_shared<OtherNames>(store, scope, definition);
    for (const auto& key : names->keys()) next.push_back({key, definition.key, names});
  }
  void step(int64_t depth);
  void visit(const sql::RefsByKey::Row& row, const std::string& callee, int64_t depth);
};

void Walk::visit(const sql::RefsByKey::Row& row, const std::string& callee, int64_t depth) {
  const auto kind = static_cast<ReferenceKind>(row.kind);
  const bool is_call = kind == ReferenceKind::call || kind == ReferenceKind::new_object ||
                       kind == ReferenceKind::function_pointer;
  if (!is_call || callers.contains(row.source)) return;
  const auto caller = definition_of(store, row.source);
  if (!caller) return;
  if (hits == limit) {
    more = true;
    return;
  }
  ++hits;
  callers.insert(row.source);
  json.begin_object()
      .field("depth", depth)
      .field("kind", name_of(kind))
      .field("caller", caller->key)
      .field("callerType", caller->type)
      .field("token", caller->token)
      .field("callee", callee)
      .field("moduleName", row.module)
      .field("assemblyPath", row.path)
      .key("ilOffset");
  if (row.il_offset) {
    json.value(*row.il_offset);
  } else {
    json.null();
  }
  json.end_object();
  fresh.push_back(*caller);
  fresh.back().path = row.path;
}

void Walk::step(int64_t depth) {
  const auto level = std::exchange(next, {});
  for (const auto& [key, callee, names] : level) {
    for (const int64_t snapshot : scope.snapshots) {
      for (const auto& row : store.rows<sql::RefsByKey>(std::string_view(key), snapshot)) {
        if (names && !(row.by_name && names->may_be_meant(key, row.module_id))) continue;
        visit(row, callee, depth);
        if (more) return;
      }
      for (Definition& caller : std::exchange(fresh, {})) {
        caller.snapshot = snapshot;
        follow(caller);
      }
    }
  }
}

Answer callers(Store& store, const Arguments& arguments) {
  const auto cap = parse_cap(arguments.text("maxResults"), kLookupCap);
  if (!cap) return refusal(400, "maxResults must be an integer");
  const std::string& asked = arguments.text("depth");
  const auto depth = asked.empty() ? 1 : parse_cap(asked, kMaxDepth);
  if (!depth) return refusal(400, "depth must be an integer");
  const std::string_view wanted = normal_identifier(arguments.text("identifier"));
  if (wanted.empty()) return refusal(400, "missing 'identifier' query parameter");

  const Scope scope = store.scope(arguments.text("project"), arguments.text("snapshot"));
  Walk walk{store, scope, arguments.unlimited ? INT64_MAX - 1 : *cap, {}, 0, false, {}, {}, {}, {}};
  const auto found = find_definitions(store, scope, wanted);
  for (const auto& definition : found) {
    if (!definition.is_type) walk.follow(definition);
  }
  if (found.empty()) {
    for (auto& key : keys_called(store, wanted)) {
      if (walk.keys.insert(key).second) walk.next.push_back({key, key, nullptr});
    }
  }
  walk.json.begin_object().field("identifier", wanted).key("hits").begin_array();
  for (int64_t level = 1; level <= *depth && !walk.next.empty() && !walk.more; ++level) {
    walk.step(level);
  }
  Answer answer;
  answer.body = walk.json.end_array().end_object().take();
  answer.complete = {walk.hits, !walk.more, walk.hits, walk.more, scope.text()};
  answer.log = "callers(): identifier=" + quoted(wanted) + ", depth=" + std::to_string(*depth) +
               ", hits=" + std::to_string(walk.hits);
  return answer;
}

constexpr OpField kFields[] = {
    {"identifier", OpField::text, true, "A method, by full or short name or by key"},
    {"depth", OpField::integer, false, "How many calls back (default: 1, 0: the most, 100)"},
    kMaxResultsField,
    kProjectField,
    kSnapshotField,
};
constexpr OpColumn kColumns[] = {
    {"depth", "depth"}, {"caller", "caller"}, {"callee", "calls"}, {"moduleName", "module"}};

}  // namespace

const Op kCallers = {
    "callers",
    "callers",
    "/api/callers",
    "The methods that call a method, and those that call them",
    "dossier callers Game.PlayerStats.ApplyDamage",
    kFields,
    "hits",
    kColumns,
    kLookupCap,
    callers,
};

}  // namespace dossier
