// Derived types and implementations, transitively and across modules: breadth first each type once,
// so that circles end.
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "engine/fact.h"
#include "engine/first_row.h"
#include "engine/stored.h"
#include "queries/graph/definitions.h"
#include "queries/graph/identifier.h"
#include "queries/graph/method_sets.h"
#include "queries/graph/references.h"
#include "queries/graph/symbol_names.h"
#include "queries/graph/walk.h"
#include "queries/ops/explain.h"
#include "queries/ops/filters.h"
#include "queries/ops/ops.h"
#include "queries/ops/scope_fields.h"
#include "queries/sql.h"

namespace dossier {
namespace {

constexpr uint32_t kRelations = bit(ReferenceKind::base) | bit(ReferenceKind::interface);

struct Derived {
  Store& store;
  Answer& answer;
  References references;
  AliasMap aliases;
  ReceiverTypes receivers{store.statements(), aliases};
  MethodSets method_sets{store.statements(), aliases, receivers};
  bool more = false;
  std::unordered_set<int64_t> shown{};  // types; an embedded field is what its type derives by
  Walk<Definition> walk{};

  bool is_cut() {
    return method_sets.is_cut() || receivers.is_cut() || references.evidence().is_cut();
  }

  void visit(const std::vector<FoundReference>& relations, int64_t depth) {
    for (const FoundReference& one : relations) {
      if (walk.entered().contains(one.source)) continue;
      const auto type = definition_of(store, one.source);
      if (!type) continue;
      if (!shown.insert(type->type_symbol).second) continue;
      more = !write(one, *type, depth);
      if (more) return;
      walk.enter(one.source, *type);
    }
  }

  /// What has the methods of an interface, and need not name it. The walk does not go on from
  /// there: what embeds or implements that has these methods, too.
  void visit_implementing(const Definition& interface, int64_t depth) {
    for (const Definition& type : method_sets.implementing(interface.symbol)) {
      if (more || walk.entered().contains(type.symbol) || !shown.insert(type.symbol).second)
        continue;
      const auto fact = first_row<sql::TypeFacts>(store, type.symbol);
      more = !answer.row({depth, type.type, fact ? fact->kind : "", "methods", interface.type,
                          type.module, type.path});
    }
  }

  bool write(const FoundReference& relation, const Definition& type, int64_t depth) {
    const ScopeModule& module = references.module(relation);
    const auto fact = first_row<sql::TypeFacts>(store, relation.source);
    const auto row = first_row<sql::RefAt>(store, relation.source, relation.use);
    return answer.row({depth, type.type, fact ? fact->kind : "",
                       name_of(stored_reference_kind(relation.kind)), row ? row->target : "",
                       module.name, module.path});
  }
};

void derived(Store& store, Question& question, Answer& answer) {
  const Scope& scope = question.scope();
  const std::string module = module_meant(store, scope, question.text("module"));
  if (auto problem = unknown_module(store, scope, module); !problem.empty())
    return answer.refuse(std::move(problem));
  auto [wanted, found] = symbol_named(store, scope, question.symbol(), module);
  Derived all{.store = store,
              .answer = answer,
              .references = References(store, scope),
              .aliases = AliasMap(store.statements(), store.index().modules(scope.text()))};
  const std::vector<Definition> types = found;
  for (auto& definition : found) {
    if (definition.is_type) all.walk.enter(definition.symbol, std::move(definition));
  }
  answer.field("identifier", wanted);
  answer.begin_rows();
  if (found.empty() && !module.empty()) return answer.note(nothing_in_module(module, wanted));
  const bool is_stored = !all.walk.entered().empty();
  if (!is_stored) all.visit(all.references.to(wanted, kRelations), 1);
  const auto visit = [&](const std::vector<Definition>& level, int64_t depth) {
    for (const Definition& type : level) {
      all.visit(all.references.to_type_itself(type, kRelations), depth);
      if (!all.more) all.visit_implementing(type, depth);
      if (all.more) return false;
    }
    return true;
  };
  if (!all.more) all.walk.run(is_stored ? 1 : 2, INT64_MAX, visit);
  if (!note_cut(answer, all.is_cut())) {
    if (answer.outcome.complete.returned == 0) answer.note(why_none_implements(store, types));
    note_unknown(answer, store, scope, {wanted, types});
  }
  answer.outcome.log = "derived(): identifier=" + in_quotes(wanted) +
                       ", hits=" + std::to_string(answer.outcome.complete.returned);
}

constexpr OpField kFields[] = {
    {"identifier", OpField::symbol, true, "A class or interface, by full or short name"},
    kModuleField,
    kMaxResultsField,
    kProjectField,
    kSnapshotField,
};
constexpr Column kColumns[] = {{"depth", 1, "depth", Column::nothing, Column::integer},
                               {"fullName", 2, "type", Column::symbol},
                               {"kind"},
                               {"relation", 3, "by"},
                               {"of", 4, "of"},
                               {"moduleName", 5, "module"},
                               {"assemblyPath", 0, {}, Column::path}};

}  // namespace

const Op kDerived = {
    "derived",
    "derived",
    "/api/derived",
    "The types that derive from a type or implement it, directly or not",
    "dossier derived UnityEngine.MonoBehaviour",
    kFields,
    "hits",
    kColumns,
    derived,
};

}  // namespace dossier
