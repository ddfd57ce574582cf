// Derived types and implementations, transitively and across modules: breadth first each type once,
// so that circles end.
#include <cstdint>
#include <vector>

#include "engine/fact.h"
#include "engine/stored.h"
#include "queries/graph/definitions.h"
#include "queries/graph/identifier.h"
#include "queries/graph/references.h"
#include "queries/graph/walk.h"
#include "queries/ops/empty_answer.h"
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
  bool more = false;
  Walk<Definition> walk{};

  void visit(const std::vector<FoundReference>& relations, int64_t depth) {
    for (const FoundReference& one : relations) {
      if (walk.entered().contains(one.source)) continue;
      const auto type = definition_of(store, one.source);
      if (!type) continue;
      more = !write(one, *type, depth);
      if (more) return;
      walk.enter(one.source, *type);
    }
  }

  bool write(const FoundReference& relation, const Definition& type, int64_t depth) {
    const ScopeModule& module = references.module(relation);
    auto facts = store.rows<sql::TypeFacts>(relation.source);
    const auto fact = facts.next();
    auto rows = store.rows<sql::RefAt>(relation.source, relation.use);
    const auto row = rows.next();
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
  const std::string wanted = symbol_meant(store, scope, question.symbol());
  Derived all{.store = store, .answer = answer, .references = References(store, scope)};
  auto found = find_definitions(store, scope, wanted, module);
  const bool is_defined = !found.empty();
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
      if (all.more) return false;
    }
    return true;
  };
  if (!all.more) all.walk.run(is_stored ? 1 : 2, INT64_MAX, visit);
  if (answer.outcome.complete.returned == 0) answer.note(why_none_implements(store, types));
  note_unknown(answer, store, scope, wanted, is_defined);
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
