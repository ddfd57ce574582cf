// Callers, transitively: breadth first over call, new and ftn references (exact in assemblies, in
// sources also by name), each caller once at its least depth. Virtual calls count for the method
// that the call names. What calls a property or an event calls its accessors, in assemblies, or
// reads and writes it, in sources; what calls a field reads or writes it or takes its address. What
// makes a state machine calls its MoveNext (queries/graph/machines.h).
#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "engine/fact.h"
#include "engine/first_row.h"
#include "engine/readers/languages/language.h"
#include "engine/readers/proto/proto.h"
#include "engine/stored.h"
#include "queries/graph/accessors.h"
#include "queries/graph/definitions.h"
#include "queries/graph/identifier.h"
#include "queries/graph/named_references.h"
#include "queries/graph/symbol_names.h"
#include "queries/graph/walk.h"
#include "queries/ops/explain.h"
#include "queries/ops/filters.h"
#include "queries/ops/ops.h"
#include "queries/ops/scope_fields.h"
#include "queries/sql.h"

namespace dossier {
namespace {

constexpr uint32_t kCalls = bit(ReferenceKind::call) | bit(ReferenceKind::new_object) |
                            bit(ReferenceKind::function_pointer);

constexpr uint32_t kUses =
    bit(ReferenceKind::read) | bit(ReferenceKind::write) | bit(ReferenceKind::address);

struct Callers {
  Store& store;
  Answer& answer;
  References references;
  bool more = false;
  size_t outside = 0;  // calls at the level of a file, which have no caller
  // A caller has one row, but each of the ways in which it uses a field or a property has one of
  // its own: by the kind of the reference, or by the accessor (negative).
  std::set<std::pair<int64_t, int64_t>> written{};
  std::set<int64_t> accessors{};                        // of what is asked for
  Walk<Definition> walk{};                              // of what is called
  std::map<int64_t, std::vector<Accessor>> of_field{};  // by a property's field: its accessors

  /// `accessor`: that which is called, or 0; `own`: of a property's field the accessors, which are
  /// no callers.
  void visit(const std::vector<FoundReference>& calls, std::string_view callee, int64_t depth,
             int64_t accessor = 0, const std::vector<Accessor>* own = nullptr);
  bool write(const FoundReference& call, const Definition& caller, std::string_view callee,
             int64_t depth);
};

bool Callers::write(const FoundReference& call, const Definition& caller, std::string_view callee,
                    int64_t depth) {
  const ScopeModule& module = references.module(call);
  const auto row = first_row<sql::RefAt>(store, call.source, call.use);
  return answer.row({depth, name_of(stored_reference_kind(call.kind)), caller.key, caller.type,
                     caller.token, callee, module.name, module.path,
                     row ? row->il_offset : std::nullopt,
                     row && row->by_name != 0 ? Value(name_of(call.sure)) : Value()});
}

// Of the ways in which a caller calls something, the one that says most: a call, then the making of
// an object, then a function's address.
std::map<int64_t, int64_t> strongest_calls(const std::vector<FoundReference>& calls) {
  std::map<int64_t, std::pair<Sure, int64_t>> best;  // by caller; what is surer tells more
  for (const FoundReference& call : calls) {
    if ((kCalls >> call.kind & 1) == 0) continue;
    const std::pair way(call.sure, call.kind);
    const auto [at, is_new] = best.try_emplace(call.source, way);
    at->second = std::min(at->second, way);
  }
  std::map<int64_t, int64_t> kinds;
  for (const auto& [caller, way] : best) kinds.emplace(caller, way.second);
  return kinds;
}

void Callers::visit(const std::vector<FoundReference>& calls, std::string_view callee,
                    int64_t depth, int64_t accessor, const std::vector<Accessor>* own) {
  static_assert(ReferenceKind::call < ReferenceKind::new_object &&
                ReferenceKind::new_object < ReferenceKind::function_pointer);
  const auto strongest = strongest_calls(calls);
  for (const FoundReference& call : calls) {
    if ((kCalls >> call.kind & 1) != 0 && strongest.at(call.source) != call.kind) continue;
    const bool is_made = call.kind == static_cast<int64_t>(ReferenceKind::rpc);
    if (is_made && !references.proto().is_used(call)) continue;
    if (own != nullptr && has_method(*own, call.source)) continue;
    const std::pair way(call.source, (kUses >> call.kind & 1) != 0 ? call.kind : -accessor);
    if (written.contains(way)) continue;
    auto caller = definition_of(store, call.source);
    if (!caller) {
      ++outside;
      continue;
    }
    caller->snapshot = references.module(call).snapshot;
    caller->path = references.module(call).path;
    more = !write(call, *caller, callee, depth);
    if (more) return;
    written.insert(way);
    walk.enter(caller->symbol, *caller);
  }
}

// What is looked for at the first depth: of a name that methods have, these alone.
uint32_t enter(Store& store, const std::vector<Definition>& found, Callers& all) {
  const bool is_method = std::any_of(found.begin(), found.end(),
                                     [](const Definition& one) { return one.kind == "method"; });
  for (const Definition& one : found) {
    if (one.is_type || (is_method && one.kind != "method")) continue;
    all.walk.enter(one.symbol, one);
    const auto accessors = accessors_of(store.statements(), one);
    for (const Accessor& accessor : accessors)
      if (all.walk.enter(accessor.member.symbol, accessor.member)) {
        if (accessor.is_field())
          all.of_field[accessor.member.symbol] = accessors;
        else
          all.accessors.insert(accessor.member.symbol);
      }
  }
  const uint32_t kinds = is_method || found.empty() ? kCalls : kCalls | kUses;
  // What a .proto defines is called by names that its generators make of it.
  const auto is_of_proto = [](const Definition& one) {
    const auto* language = languages::of(one.path);
    return language != nullptr && language->name == proto::kLanguage;
  };
  return std::any_of(found.begin(), found.end(), is_of_proto) ? kinds | bit(ReferenceKind::rpc)
                                                              : kinds;
}

bool are_types(const std::vector<Definition>& found) {
  return !found.empty() &&
         std::all_of(found.begin(), found.end(), [](const Definition& one) { return one.is_type; });
}

// Says what the answer leaves out, or why it is empty. `outside`: calls without a caller;
// `by_name`: those by the name alone were asked for.
void explain_callers(Answer& answer, Store& store, const Scope& scope, const Lookup& lookup,
                     size_t outside, bool by_name) {
  const bool is_empty = answer.outcome.complete.returned == 0;
  if (are_types(lookup.definitions))
    answer.note(lookup.definitions.front().type + " is a type: refs lists what refers to it");
  else if (is_empty && outside != 0)
    answer.note(std::to_string(outside) + (outside == 1 ? " call stands" : " calls stand") +
                " outside of functions: refs " + std::string(lookup.wanted) +
                (by_name ? " --by-name" : "") + " lists " + (outside == 1 ? "it" : "them"));
  else if (!is_empty || !note_unrecorded(answer, store, lookup.definitions))
    explain(answer, store, scope, lookup);
}

void callers(Store& store, Question& question, Answer& answer) {
  const int64_t depth = question.number("depth");
  const Scope& scope = question.scope();
  const std::string module = module_meant(store, scope, question.text("module"));
  if (auto problem = unknown_module(store, scope, module); !problem.empty())
    return answer.refuse(std::move(problem));
  const auto [wanted, found] = symbol_named(store, scope, question.symbol(), module);
  Callers all{.store = store, .answer = answer, .references = References(store, scope)};
  NamedReferences named_references(store, scope, all.references);
  const uint32_t kinds = enter(store, found, all);
  answer.field("identifier", wanted);
  answer.begin_rows();
  if (found.empty() && !module.empty()) return answer.note(nothing_in_module(module, wanted));
  std::vector<FoundReference> known;  // of the first depth
  size_t named = 0;                   // calls by the name alone, and not among these
  bool has_callers = false;           // any of which is made in something
  const auto visit_named = [&] {
    ReferenceRows::order(known);
    const auto calls = named_references.by_name(wanted, found, kinds, known);
    if (question.flag("byName")) {
      all.visit(calls, wanted, 1);
      return;
    }
    named = calls.size();
    has_callers = std::any_of(calls.begin(), calls.end(), [&](const FoundReference& call) {
      return definition_of(store, call.source).has_value();
    });
  };
  if (found.empty()) {  // a method of a module that is not stored
    int64_t count = 0;
    for (const auto& [accessor, calls] : all.references.to_accessors(wanted, kCalls)) {
      all.visit(calls, accessor, 1, ++count);
      append(known, calls);
      if (all.more) break;
    }
    if (count == 0) {
      known = all.references.to(wanted, kCalls | kUses);
      all.visit(known, wanted, 1);
    }
    if (!all.more) visit_named();
  }
  const auto visit = [&](const std::vector<Definition>& level, int64_t at) {
    for (const Definition& callee : level) {
      const bool is_used = at == 1 || has_accessors(callee);
      const auto calls = all.references.to(callee, is_used ? kinds : kCalls);
      const auto own = all.of_field.find(callee.symbol);
      all.visit(calls, callee.key, at, all.accessors.contains(callee.symbol) ? callee.symbol : 0,
                own == all.of_field.end() ? nullptr : &own->second);
      if (!all.more) all.visit(all.references.to_machine(callee), callee.key, at);
      if (all.more) return false;
      if (at == 1) append(known, calls);
    }
    if (at != 1) return true;
    const auto bare = named_references.to_bare(wanted, found, kinds);
    all.visit(bare, wanted, at);
    append(known, bare);
    if (!all.more) visit_named();
    return !all.more;
  };
  if (!all.more) all.walk.run(found.empty() ? 2 : 1, depth, visit);
  if (!note_cut(answer, all.references.evidence().is_cut()))
    explain_callers(answer, store, scope,
                    {wanted, found, named,
                     has_callers ? "--by-name (byName)" : "refs " + wanted + " --by-name"},
                    all.outside, question.flag("byName"));
  answer.outcome.log = "callers(): identifier=" + in_quotes(wanted) +
                       ", depth=" + std::to_string(depth) +
                       ", hits=" + std::to_string(answer.outcome.complete.returned);
}

constexpr OpField kFields[] = {
    {"identifier", OpField::symbol, true,
     "A method, property, event or field, by full or short name or by key"},
    {"depth", OpField::integer, false,
     "Depth of calls to follow (default: 1; 0 for the limit, 100)", 1, 100, false, false, true},
    kByNameField,
    kModuleField,
    kMaxResultsField,
    kProjectField,
    kSnapshotField,
};
constexpr Column kColumns[] = {{"depth", 1, "depth", Column::nothing, Column::integer},
                               {"kind", 5, "kind"},
                               {"caller", 2, "caller", Column::symbol},
                               {"callerType", 0, {}, Column::symbol},
                               {"token", 0, {}, Column::nothing, Column::integer},
                               {"callee", 3, "calls", Column::symbol},
                               {"moduleName", 4, "module"},
                               {"assemblyPath", 0, {}, Column::path},
                               {"ilOffset", 0, {}, Column::nothing, Column::integer},
                               {"sure", 6, "sure", Column::nothing, Column::text, "resolved"}};

}  // namespace

const Op kCallers = {
    "callers",
    "callers",
    "/api/callers",
    "The methods that call a method or use a field, and those that call them",
    "dossier callers Game.PlayerStats.ApplyDamage",
    kFields,
    "hits",
    kColumns,
    callers,
};

}  // namespace dossier
