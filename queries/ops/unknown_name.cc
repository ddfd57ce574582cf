#include "queries/ops/unknown_name.h"

#include <algorithm>
#include <vector>

#include "engine/nearest.h"
#include "queries/graph/definitions.h"
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

}  // namespace dossier
