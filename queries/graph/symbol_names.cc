#include "queries/graph/symbol_names.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "queries/graph/references.h"
#include "queries/sql.h"

namespace dossier {
namespace {

constexpr size_t kMostParameters = 8;  // of a generic type that is named without their number

// Beyond these nobody guesses what is meant: each part costs queries.
constexpr std::ptrdiff_t kMostParts = 16;
// Names that end in the identifier, of all snapshots.
constexpr size_t kMostCandidates = 2000;

bool has_too_many_parts(std::string_view name) {
  return std::count(name.begin(), name.end(), '.') >= kMostParts;
}

std::string with_dots(std::string_view identifier) {
  std::string dotted;
  for (size_t at = 0; at < identifier.size(); ++at) {
    const bool is_double = identifier.substr(at, 2) == "::";
    const bool separates = is_double || identifier[at] == '#' || identifier[at] == '\\';
    at += is_double ? 1 : 0;
    if (!separates)
      dotted += identifier[at];
    else if (!dotted.empty())
      dotted += '.';
  }
  return dotted;
}

// "List`1.Enumerator" without the numbers of parameters.
std::string without_arity(std::string_view type) {
  std::string out;
  for (size_t at = 0; at < type.size(); ++at) {
    if (type[at] != '`') {
      out += type[at];
      continue;
    }
    while (at + 1 < type.size() && type[at + 1] >= '0' && type[at + 1] <= '9') ++at;
  }
  return out;
}

bool ends_in_name(std::string_view full, std::string_view name) {
  if (!full.ends_with(name)) return false;
  if (full.size() == name.size()) return true;
  const char before = full[full.size() - name.size() - 1];
  return before == '.' || before == '/' || before == '+' || before == ':' || before == '\\';
}

// Whether all of these have the name only because they say whose method they implement: A's
// `System.IDisposable.Dispose`.
bool are_explicit(const std::vector<Definition>& definitions, std::string_view identifier) {
  const std::string_view name = identifier.substr(0, identifier.find('('));
  return name.find('.', 1) != name.npos &&
         std::all_of(definitions.begin(), definitions.end(), [&](const Definition& one) {
           const std::string_view key = one.key;
           return !one.is_type && key.size() > one.type.size() &&
                  key.substr(one.type.size() + 1).starts_with(name);
         });
}

}  // namespace

ExternalNames external_names(Store& store, const Scope& scope, std::string_view identifier) {
  ExternalNames found;
  const std::string_view base = identifier.substr(0, identifier.find('('));
  if (has_too_many_parts(base)) return found;
  // What may be the type, and the member behind it: all, or up to any dot.
  std::vector<std::pair<std::string_view, std::string_view>> parts = {{base, {}}};
  for (size_t dot = base.rfind('.'); dot != base.npos && dot > 0; dot = base.rfind('.', dot - 1))
    parts.emplace_back(base.substr(0, dot), base.substr(dot));
  std::vector<std::string> candidates;
  for (const auto& row : store.rows<sql::TargetTypes>()) {
    const std::string bare = without_arity(row.name);
    for (const auto& [type, member] : parts)
      if (ends_in_name(bare, type) || ends_in_name(row.name, type))
        candidates.push_back(std::string(row.name).append(member));
    found.is_cut = candidates.size() >= kMostCandidates;
    if (found.is_cut) break;
  }
  std::sort(candidates.begin(), candidates.end());
  References references(store, scope);
  for (std::string& one : candidates) {  // other snapshots may name them
    if (references.to(one, kEveryKind).empty()) continue;
    found.is_cut = found.is_cut || found.names.size() == ExternalNames::kMost;
    if (found.names.size() == ExternalNames::kMost) break;
    found.names.push_back(std::move(one));
  }
  return found;
}

namespace {

NamedSymbol named_as_written(Store& store, const Scope& scope, std::string_view identifier,
                             std::string_view module) {
  NamedSymbol out{std::string(identifier), find_definitions(store, scope, identifier, module)};
  if (!out.definitions.empty()) return out;
  std::string dotted = with_dots(identifier);
  if (dotted.empty() || dotted == identifier) return out;
  out.definitions = find_definitions(store, scope, dotted, module);
  if (!out.definitions.empty()) out.name = std::move(dotted);
  return out;
}

// The generic types of an assembly whose parameters the identifier does not count, and their
// members: "List`1.Add" for "List.Add".
NamedSymbol generic_ones(Store& store, const Scope& scope, const std::string& identifier,
                         std::string_view module) {
  NamedSymbol out{identifier, {}};
  if (has_too_many_parts(identifier)) return out;
  size_t names = 0;
  const size_t end = std::min(identifier.find('('), identifier.size());
  for (size_t dot = end; dot != identifier.npos && dot > 0; dot = identifier.rfind('.', dot - 1))
    for (size_t parameters = 1; parameters <= kMostParameters; ++parameters) {
      std::string counted = identifier;
      counted.insert(dot, "`" + std::to_string(parameters));
      auto found = find_definitions(store, scope, counted, module);
      if (found.empty()) continue;
      std::move(found.begin(), found.end(), std::back_inserter(out.definitions));
      if (++names == 1) out.name = std::move(counted);
    }
  if (names > 1) out.name = identifier;
  return out;
}

}  // namespace

NamedSymbol definitions_named(Store& store, const Scope& scope, std::string_view identifier,
                              std::string_view module) {
  NamedSymbol out = named_as_written(store, scope, identifier, module);
  if (!out.definitions.empty() || identifier.find('`') != identifier.npos) return out;
  NamedSymbol generic = generic_ones(store, scope, std::string(identifier), module);
  return generic.definitions.empty() ? out : generic;
}

NamedSymbol symbol_named(Store& store, const Scope& scope, std::string_view identifier,
                         std::string_view module) {
  NamedSymbol out = definitions_named(store, scope, identifier, module);
  const bool is_defined = !out.definitions.empty();
  if (!module.empty() || (is_defined && !are_explicit(out.definitions, identifier))) return out;
  const bool is_named = !References(store, scope).to(identifier, kEveryKind).empty();
  if (is_named) out.definitions.clear();
  if (is_defined || is_named) return out;
  auto external = external_names(store, scope, with_dots(identifier));
  if (external.names.size() == 1 && !external.is_cut) out.name = std::move(external.names.front());
  return out;
}

}  // namespace dossier
