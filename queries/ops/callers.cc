// Callers, transitively: breadth first over call, new and ftn references (exact in assemblies, in
// sources also by name), each caller once at its least depth. Virtual calls count for the method
// that the call names.
#include <unordered_set>
#include <vector>

#include "engine/fact.h"
#include "queries/graph/definitions.h"
#include "queries/graph/identifier.h"
#include "queries/graph/incoming.h"
#include "queries/graph/walk.h"
#include "queries/ops/lacking.h"
#include "queries/ops/ops.h"
#include "queries/ops/scope_fields.h"
#include "queries/sql.h"

namespace dossier {
namespace {

constexpr uint32_t kCalls = bit(ReferenceKind::call) | bit(ReferenceKind::new_object) |
                            bit(ReferenceKind::function_pointer);

struct Callers {
  Store& store;
  Answer& answer;
  IncomingReferences references;
  bool more = false;
  std::unordered_set<int64_t> written{};
  Walk<Definition> walk{};  // of what is called

  void visit(const std::vector<Incoming>& calls, std::string_view callee, int64_t depth);
  bool write(const Incoming& call, const Definition& caller, std::string_view callee,
             int64_t depth);
};

bool Callers::write(const Incoming& call, const Definition& caller, std::string_view callee,
                    int64_t depth) {
  const ScopeModule& module = references.module(call);
  auto rows = store.rows<sql::RefAt>(call.source, call.seq);
  const auto row = rows.next();
  return answer.row({depth, name_of(static_cast<ReferenceKind>(call.kind)), caller.key, caller.type,
                     caller.token, callee, module.name, module.path,
                     row ? row->il_offset : std::nullopt});
}

void Callers::visit(const std::vector<Incoming>& calls, std::string_view callee, int64_t depth) {
  for (const Incoming& call : calls) {
    if (written.contains(call.source)) continue;
    auto caller = definition_of(store, call.source);
    if (!caller) continue;
    caller->snapshot = references.module(call).snapshot;
    caller->path = references.module(call).path;
    more = !write(call, *caller, callee, depth);
    if (more) return;
    written.insert(call.source);
    walk.enter(caller->symbol, *caller);
  }
}

void callers(Store& store, Question& question, Answer& answer) {
  const int64_t depth = question.number("depth");
  const std::string_view wanted = question.symbol();
  const Scope& scope = question.scope();
  Callers all{.store = store, .answer = answer, .references = IncomingReferences(store, scope)};
  const auto found = find_definitions(store, scope, wanted, question.text("module"));
  for (const auto& definition : found) {
    if (!definition.is_type) all.walk.enter(definition.symbol, definition);
  }
  answer.field("identifier", wanted);
  answer.begin_rows();
  if (found.empty()) {  // a method of a module that is not stored
    all.visit(all.references.to(wanted, kCalls), wanted, 1);
  }
  const auto bare = all.references.to_bare(wanted, found, kCalls);
  const auto visit = [&](const std::vector<Definition>& level, int64_t at) {
    for (const Definition& callee : level) {
      all.visit(all.references.to(callee, kCalls), callee.key, at);
      if (all.more) return false;
    }
    if (at == 1) all.visit(bare, wanted, at);
    return !all.more;
  };
  if (!all.more) all.walk.run(found.empty() ? 2 : 1, depth, visit);
  note_lacking(answer, store, scope);
  answer.outcome.log = "callers(): identifier=" + in_quotes(wanted) +
                       ", depth=" + std::to_string(depth) +
                       ", hits=" + std::to_string(answer.outcome.complete.returned);
}

constexpr OpField kFields[] = {
    {"identifier", OpField::symbol, true, "A method, by full or short name or by key"},
    {"depth", OpField::integer, false,
     "Depth of calls to follow (default: 1; 0 for the limit, 100)", 1, 100},
    kModuleField,
    kMaxResultsField,
    kProjectField,
    kSnapshotField,
};
constexpr Column kColumns[] = {{"depth", 1, "depth", Column::nothing, Column::integer},
                               {"kind"},
                               {"caller", 2, "caller", Column::symbol},
                               {"callerType", 0, {}, Column::symbol},
                               {"token", 0, {}, Column::nothing, Column::integer},
                               {"callee", 3, "calls", Column::symbol},
                               {"moduleName", 4, "module"},
                               {"assemblyPath", 0, {}, Column::path},
                               {"ilOffset", 0, {}, Column::nothing, Column::integer}};

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
    callers,
};

}  // namespace dossier
