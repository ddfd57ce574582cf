#include "queries/ops/explain.h"

#include <algorithm>

#include "engine/fact.h"
#include "engine/nearest.h"
#include "engine/readers/languages/language.h"
#include "engine/readers/word_list.h"
#include "engine/short_name.h"
#include "engine/stored.h"
#include "queries/graph/accessors.h"
#include "queries/graph/implicit_overrides.h"
#include "queries/graph/references.h"
#include "queries/graph/symbol_names.h"
#include "queries/sql.h"

namespace dossier {
namespace {

std::string suggest(std::string_view word, const std::vector<std::string>& names) {
  return suggestion(word, std::vector<std::string_view>(names.begin(), names.end()));
}

// A name that is as far from what is wanted as its length cannot be the nearest one.
bool is_comparable(std::string_view name, std::string_view word) {
  return !name.empty() && std::max(name.size(), word.size()) <=
                              std::min(name.size(), word.size()) + word.size() / 2 + 1;
}

std::vector<std::string> names_in(Store& store, const Scope& scope, std::string_view word) {
  std::vector<std::string> names;
  int64_t left = kMostNames;
  for (const ScopeModule& module : store.index().modules(scope.text())->modules) {
    if (left <= 0) break;
    const int64_t last = std::min(module.last, module.module + left);
    left -= last - module.module;
    for (const auto& row : store.rows<sql::NamesBetween>(module.module + 1, last))
      if (is_comparable(row.text, word)) names.emplace_back(row.text);
  }
  return names;
}

std::string references_name(const ExternalNames& external) {
  constexpr size_t kNamed = 3;
  std::string named;
  for (size_t i = 0; i < external.names.size() && i < kNamed; ++i)
    named += (i > 0 ? ", " : "") + external.names[i];
  const size_t more = external.names.size() - std::min(external.names.size(), kNamed);
  return "references name " + named +
         (more == 0 ? ""
                    : " and " + std::to_string(more) + (external.is_cut ? " or more" : " more"));
}

struct Holder {  // the module of a symbol
  ModuleKind kind{};
  std::string language;
};

Holder module_of(Store& store, int64_t symbol) {
  auto rows = store.rows<sql::ModuleOfSymbol>(symbol);
  const auto row = rows.next();
  return row ? Holder{static_cast<ModuleKind>(row->kind), std::string(row->language)} : Holder{};
}

std::string kind_of_type(Store& store, int64_t type) {
  auto rows = store.rows<sql::TypeFacts>(type);
  const auto row = rows.next();
  return row ? std::string(row->kind) : "";
}

bool is_constant_of_assembly(Store& store, const Definition& one) {
  return one.kind == "field" && (one.flags & kConstant) != 0 &&
         module_of(store, one.symbol).kind == ModuleKind::assembly;
}

// What methods, or the accessors of properties, of an assembly override or implement: what is
// called through that is not called by their names.
std::vector<std::string> overridden_by(Store& store, const Scope& scope,
                                       const std::vector<Definition>& definitions) {
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
  return keys;
}

std::string why_unused(Store& store, const Scope& scope,
                       const std::vector<Definition>& definitions) {
  auto keys = overridden_by(store, scope, definitions);
  if (!keys.empty()) {
    const std::string first = keys.front();
    std::sort(keys.begin(), keys.end());
    const auto more = std::unique(keys.begin(), keys.end()) - keys.begin() - 1;
    return "it overrides or implements " + first +
           (more == 0 ? "" : " and " + std::to_string(more) + " more") +
           ", and may be called through that: ask for its callers";
  }
  if (!definitions.empty() &&
      std::all_of(definitions.begin(), definitions.end(),
                  [&](const Definition& one) { return is_constant_of_assembly(store, one); }))
    return definitions.front().key +
           " is a constant: code that uses it holds its value and does not name it";
  return why_no_references(store, scope);
}

}  // namespace

std::string unknown_name(Store& store, const Scope& scope, std::string_view wanted) {
  const std::string_view base = wanted.substr(0, wanted.find('('));
  for (size_t dot = base.rfind('.'); dot != base.npos && dot > 0; dot = base.rfind('.', dot - 1)) {
    const std::string_view rest = base.substr(dot + 1);
    std::vector<std::string> names;
    std::string type;
    for (const auto& one : find_definitions(store, scope, base.substr(0, dot))) {
      if (!one.is_type) continue;
      if (type.empty()) type = one.type;
      for (const auto& row : store.rows<sql::MembersOf>(one.symbol)) names.emplace_back(row.name);
    }
    if (type.empty()) continue;
    if (std::find(names.begin(), names.end(), rest) != names.end())
      return type + "." + std::string(rest) + " has other parameters than '" +
             std::string(wanted.substr(base.size())) + "'";
    return type + " declares no member '" + std::string(rest) + "'" + suggest(rest, names);
  }
  if (const auto external = external_names(store, scope, base); !external.names.empty())
    return "nothing that is imported is called '" + std::string(wanted) + "'; " +
           references_name(external);
  const std::string_view word = base.substr(base.rfind('.') + 1);
  const auto names = names_in(store, scope, word);
  if (std::find(names.begin(), names.end(), word) != names.end())
    return "nothing is called '" + std::string(wanted) + "', but something is '" +
           std::string(word) + "'";
  return "nothing is called '" + std::string(wanted) + "'" + suggest(word, names);
}

std::string by_name_alone(std::string_view wanted, size_t count, std::string_view how) {
  const bool one = count == 1;
  return std::to_string(count) + (one ? " reference goes" : " references go") + " by the name '" +
         std::string(short_name(wanted)) + "' alone and may mean another: " + std::string(how) +
         " lists " + (one ? "it" : "them");
}

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
    const Holder module = module_of(store, one.symbol);
    if (module.kind != ModuleKind::source ||
        !is_among(languages::named(module.language).shapes, kind_of_type(store, one.symbol)))
      continue;
    for (const auto& row : store.rows<sql::MembersOf>(one.symbol))
      if (row.kind == static_cast<int64_t>(MemberKind::method)) {
        const std::string method(row.name);
        return "no type says that it implements " + one.type +
               "; in languages where none has to, find 'kind:method name:=" + method +
               "' lists the types that have its method " + method;
      }
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

void explain(Answer& answer, Store& store, const Scope& scope, const Lookup& lookup) {
  if (lookup.left_out != 0)
    answer.note(by_name_alone(lookup.wanted, lookup.left_out, lookup.how));
  else if (!note_unknown(answer, store, scope, lookup) && answer.outcome.complete.returned == 0)
    answer.note(why_unused(store, scope, lookup.definitions));
}

bool note_unknown(Answer& answer, Store& store, const Scope& scope, const Lookup& lookup) {
  if (!lookup.definitions.empty() || answer.outcome.complete.returned != 0 ||
      !References(store, scope).to(lookup.wanted, kEveryKind).empty() ||
      !find_definitions(store, scope, lookup.wanted).empty())  // in another module
    return false;
  answer.note(unknown_name(store, scope, lookup.wanted));
  return true;
}

bool note_unrecorded(Answer& answer, Store& store, const std::vector<Definition>& definitions) {
  std::string language;
  // Macros, enumerators and variables of C++: other files see them through a header.
  const auto is_unrecorded = [&](const Definition& one) {
    if (one.is_type || one.kind == "method") return false;
    language = module_of(store, one.symbol).language;
    const auto& row_of = languages::named(language);
    if (row_of.headers.empty() || row_of.files_share_names) return false;
    const std::string kind = kind_of_type(store, one.type_symbol);
    return kind == "file" || kind == "package" || kind == "enum";
  };
  if (definitions.empty() || !std::all_of(definitions.begin(), definitions.end(), is_unrecorded))
    return false;
  const std::string name(short_name(definitions.front().key));
  answer.note("uses of '" + name + "' in other files are not recorded, since sources of " +
              language + " import no names: grep -w " + name + " lists them");
  return true;
}

bool note_cut(Answer& answer, bool is_cut) {
  if (is_cut)
    answer.note(
        "rows may be missing: the scope holds more of this name, or more that leads to it, than is "
        "looked at; --project, --snapshot and --module narrow it");
  return is_cut;
}

}  // namespace dossier
