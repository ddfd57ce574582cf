#include "queries/ops/empty_answer.h"

#include <algorithm>

#include "engine/fact.h"
#include "engine/readers/languages/language.h"
#include "engine/readers/word_list.h"
#include "engine/short_name.h"
#include "engine/stored.h"
#include "queries/graph/accessors.h"
#include "queries/graph/definitions.h"
#include "queries/graph/implicit_overrides.h"
#include "queries/graph/references.h"
#include "queries/graph/symbol_names.h"
#include "queries/ops/unknown_name.h"
#include "queries/sql.h"

namespace dossier {

std::string why_no_references(Store& store, const Scope& scope) {
  bool is_export = false;
  for (const auto& row : store.rows<sql::SnapshotsOf>(std::nullopt)) {
    const auto& asked = scope.snapshots;
    if (std::find(asked.begin(), asked.end(), row.id) == asked.end()) continue;
    if (row.kind != "export" && row.kind != "ctags" && row.references != 0) return {};
    is_export = is_export || row.kind == "export";
  }
  if (scope.snapshots.empty()) return {};
  const std::string which =
      scope.snapshots.size() == 1 ? "this snapshot has" : "these snapshots have";
  return which + " no references of code; " +
         (is_export ? "an export says only what types derive from: import the assemblies or sources"
                    : "assemblies, sources and SCIP indexes have them");
}

std::string why_no_words(Store& store, const Scope& scope) {
  const bool lacks =
      std::any_of(scope.snapshots.begin(), scope.snapshots.end(), [&](int64_t snapshot) {
        auto rows = store.rows<sql::UnrankedInScope>(snapshot);
        return rows.next()->found != 0;
      });
  if (!lacks) return {};
  return "contents of files here have no words yet: find them by path, or with content:; the next "
         "import of their tree (without --no-symbols) gives them words";
}

std::string why_none_implements(Store& store, const std::vector<Definition>& definitions) {
  for (const Definition& one : definitions) {
    std::string language, method;
    {
      auto rows = store.rows<sql::ModuleOfSymbol>(one.symbol);
      const auto row = rows.next();
      if (!row || row->kind != static_cast<int64_t>(ModuleKind::source)) continue;
      language = row->language;
    }
    {
      auto rows = store.rows<sql::TypeFacts>(one.symbol);
      const auto row = rows.next();
      if (!row || !is_among(languages::named(language).shapes, row->kind)) continue;
    }
    for (const auto& row : store.rows<sql::MembersOf>(one.symbol))
      if (method.empty() && row.kind == static_cast<int64_t>(MemberKind::method)) method = row.name;
    if (method.empty()) continue;
    return "no type says that it implements " + one.type +
           "; in languages where none has to, find 'kind:method name:=" + method +
           "' lists the types that have its method " + method;
  }
  return {};
}

std::string why_few_override(Store& store, const Scope& scope, std::string_view wanted) {
  const auto named = symbol_named(store, scope, wanted);
  if (!named.definitions.empty()) return {};
  const auto is_used = [&](std::string_view name) {
    return !References(store, scope).to(name, kEveryKind).empty() ||
           !external_names(store, scope, name).names.empty();
  };
  // A method that only its overrides name is known by its type: System.Object.Finalize.
  const std::string_view name = named.name;
  const auto dot = name.substr(0, name.find('(')).rfind('.');
  if (!is_used(name) && (dot == name.npos || !is_used(name.substr(0, dot)))) return {};
  return "'" + named.name +
         "' is not imported: what overrides by name and signature is known only of what is";
}

void note_why_empty(Answer& answer, Store& store, const Scope& scope) {
  if (answer.outcome.complete.returned == 0) answer.note(why_no_references(store, scope));
}

bool note_unknown(Answer& answer, Store& store, const Scope& scope, std::string_view wanted,
                  bool is_defined) {
  if (is_defined || answer.outcome.complete.returned != 0) return false;
  if (!References(store, scope).to(wanted, kEveryKind).empty()) return false;
  if (!find_definitions(store, scope, wanted).empty()) return false;  // in another module
  answer.note(unknown_name(store, scope, wanted));
  return true;
}

bool note_overridden(Answer& answer, Store& store, const Scope& scope,
                     const std::vector<Definition>& definitions) {
  if (answer.outcome.complete.returned != 0) return false;
  ImplicitOverrides implicit(store.statements(), scope);
  std::vector<std::string> keys;
  const auto add = [&](const Definition& method) {
    std::vector<int64_t> targets;
    for (const auto& row : store.rows<sql::TargetsOfSymbol>(method.symbol))
      if (stored_reference_kind(row.kind) == ReferenceKind::override) targets.push_back(row.target);
    for (const int64_t target : targets) {
      auto rows = store.rows<sql::TargetNames>(target);
      if (const auto row = rows.next()) keys.emplace_back(row->key);
    }
    for (const Definition& one : implicit.by(method)) keys.push_back(one.key);
  };
  for (const Definition& one : definitions) {
    if (one.kind == "method") add(one);
    for (const Accessor& accessor : accessors_of(store.statements(), one))
      if (!accessor.is_field()) add(accessor.member);
  }
  if (keys.empty()) return false;
  const std::string first = keys.front();
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  const size_t more = keys.size() - 1;
  answer.note("it overrides or implements " + first +
              (more == 0 ? "" : " and " + std::to_string(more) + " more") +
              ", and may be called through that: ask for its callers");
  return true;
}

bool note_constant(Answer& answer, Store& store, const std::vector<Definition>& definitions) {
  const auto is_constant = [&](const Definition& one) {
    if (one.kind != "field" || (one.flags & kConstant) == 0) return false;
    auto rows = store.rows<sql::ModuleOfSymbol>(one.symbol);
    const auto row = rows.next();
    return row && row->kind == static_cast<int64_t>(ModuleKind::assembly);
  };
  if (answer.outcome.complete.returned != 0 || definitions.empty() ||
      !std::all_of(definitions.begin(), definitions.end(), is_constant))
    return false;
  answer.note(definitions.front().key +
              " is a constant: code that uses it holds its value and does not name it");
  return true;
}

bool note_by_name(Answer& answer, std::string_view wanted, size_t count) {
  if (count == 0) return false;
  answer.note(by_name_alone(wanted, count, "--by-name (byName)"));
  return true;
}

bool note_unrecorded(Answer& answer, Store& store, const std::vector<Definition>& definitions) {
  std::string language;
  const auto is_unrecorded = [&](const Definition& one) {
    if (one.is_type || one.kind == "method") return false;
    {
      auto rows = store.rows<sql::ModuleOfSymbol>(one.symbol);
      if (const auto row = rows.next()) language = row->language;
    }
    const auto& row_of = languages::named(language);
    if (row_of.headers.empty() || row_of.files_share_names) return false;
    auto rows = store.rows<sql::TypeFacts>(one.type_symbol);
    const auto row = rows.next();
    return row && (row->kind == "file" || row->kind == "package" || row->kind == "enum");
  };
  if (definitions.empty() || !std::all_of(definitions.begin(), definitions.end(), is_unrecorded))
    return false;
  const std::string name(short_name(definitions.front().key));
  answer.note("uses of '" + name + "' in other files are not recorded, since sources of " +
              language + " import no names: grep -w " + name + " lists them");
  return true;
}

std::string by_name_alone(std::string_view wanted, size_t count, std::string_view how) {
  const bool one = count == 1;
  return std::to_string(count) + (one ? " reference goes" : " references go") + " by the name '" +
         std::string(short_name(wanted)) + "' alone and may mean another: " + std::string(how) +
         " lists " + (one ? "it" : "them");
}

bool note_cut(Answer& answer, bool is_cut) {
  if (is_cut)
    answer.note(
        "rows may be missing: the scope holds more of this name, or more that leads to it, than is "
        "looked at; --project, --snapshot and --module narrow it");
  return is_cut;
}

}  // namespace dossier
