// Callers, transitively: breadth first over call, new and ftn references (exact in assemblies, in
// sources also by name), each caller once at its least depth. Virtual calls count for the method
// that the call names.
#include <algorithm>
#include <unordered_set>
#include <utility>

#include "engine/fact.h"
#include "engine/json.h"
#include "queries/graph/definitions.h"
#include "queries/graph/identifier.h"
#include "queries/graph/incoming.h"
#include "queries/ops/lacking.h"
#include "queries/ops/ops.h"
#include "queries/ops/scope_fields.h"
#include "queries/sql.h"

namespace dossier {
namespace {

constexpr int64_t kMaxDepth = 100;

constexpr uint32_t kCalls = bit(ReferenceKind::call) | bit(ReferenceKind::new_object) |
                            bit(ReferenceKind::function_pointer);

struct Walk {
  Store& store;
  IncomingReferences references;
  int64_t limit;
  JsonWriter json{};
  int64_t hits = 0;
  bool more = false;
  std::unordered_set<int64_t> callees{};  // followed
  std::unordered_set<int64_t> callers{};  // written
  std::vector<Definition> next{};         // whose callers come next

  void follow(const Definition& definition) {
    if (callees.insert(definition.symbol).second) next.push_back(definition);
  }
  void step(int64_t depth);
  void visit(const std::vector<Incoming>& calls, std::string_view callee, int64_t depth);
  void write(const Incoming& call, const Definition& caller, std::string_view callee,
             int64_t depth);
};

void Walk::write(const Incoming& call, const Definition& caller, std::string_view callee,
                 int64_t depth) {
  const ScopeModule& module = references.module(call);
  json.begin_object()
      .field("depth", depth)
      .field("kind", name_of(static_cast<ReferenceKind>(call.kind)))
      .field("caller", caller.key)
      .field("callerType", caller.type)
      .field("token", caller.token)
      .field("callee", callee)
      .field("moduleName", module.name)
      .field("assemblyPath", module.path)
      .key("ilOffset");
  auto rows = store.rows<sql::RefAt>(call.source, call.seq);
  if (const auto row = rows.next(); row && row->il_offset) {
    json.value(*row->il_offset);
  } else {
    json.null();
  }
  json.end_object();
}

void Walk::visit(const std::vector<Incoming>& calls, std::string_view callee, int64_t depth) {
  for (const Incoming& call : calls) {
    if (callers.contains(call.source)) continue;
    auto caller = definition_of(store, call.source);
    if (!caller) continue;
    caller->snapshot = references.module(call).snapshot;
    caller->path = references.module(call).path;
    more = hits == limit;
    if (more) return;
    ++hits;
    callers.insert(call.source);
    write(call, *caller, callee, depth);
    follow(*caller);
  }
}

void Walk::step(int64_t depth) {
  for (const Definition& callee : std::exchange(next, {})) {
    visit(references.to(callee, kCalls), callee.key, depth);
    if (more) return;
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
  Walk walk{.store = store,
            .references = IncomingReferences(store, scope),
            .limit = arguments.unlimited ? INT64_MAX - 1 : *cap};
  const auto found = find_definitions(store, scope, wanted, arguments.text("module"));
  for (const auto& definition : found) {
    if (!definition.is_type) walk.follow(definition);
  }
  walk.json.begin_object().field("identifier", wanted).key("hits").begin_array();
  int64_t level = 1;
  if (found.empty()) {  // a method of a module that is not stored
    walk.visit(walk.references.to(wanted, kCalls), wanted, level++);
  }
  const auto bare = walk.references.to_bare(wanted, found, kCalls);
  for (; level <= *depth && !walk.next.empty() && !walk.more; ++level) {
    walk.step(level);
    if (level == 1 && !walk.more) walk.visit(bare, wanted, level);
  }
  walk.json.end_array();
  write_lacking(walk.json, store, scope, walk.hits);
  walk.json.end_object();
  Answer answer;
  answer.body = walk.json.take();
  answer.complete = {walk.hits, !walk.more, walk.hits, walk.more, scope.text()};
  answer.log = "callers(): identifier=" + in_quotes(wanted) + ", depth=" + std::to_string(*depth) +
               ", hits=" + std::to_string(walk.hits);
  return answer;
}

constexpr OpField kFields[] = {
    {"identifier", OpField::text, true, "A method, by full or short name or by key"},
    {"depth", OpField::integer, false, "How many calls back (default: 1, 0: the most, 100)"},
    kModuleField,
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
