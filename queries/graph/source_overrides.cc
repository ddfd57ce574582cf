#include "queries/graph/source_overrides.h"

#include <algorithm>
#include <unordered_set>

#include "engine/fact.h"
#include "engine/readers/languages/type_text.h"
#include "queries/graph/stored_symbols.h"
#include "queries/sql.h"
#include "store/sql.h"

namespace dossier {
namespace {

/// What follows `Type.Name` in the key of a member of that type.
struct OwnName {
  std::string_view name, parameters;
};

OwnName own_name(const Definition& member) {
  const auto rest =
      std::string_view(member.key).substr(std::min(member.type.size() + 1, member.key.size()));
  const size_t open = std::min(rest.find('(', 1), rest.size());
  return {rest.substr(0, open), rest.substr(open)};
}

/// How many parameters "(A,B<C,D>)" has.
size_t count(std::string_view parameters) {
  if (parameters.size() <= 2) return 0;
  parameters = parameters.substr(1, parameters.size() - 2);
  size_t found = 1;
  for (auto comma = languages::outside_brackets(parameters, ","); comma != parameters.npos;
       comma = languages::outside_brackets(parameters, ",")) {
    parameters.remove_prefix(comma + 1);
    ++found;
  }
  return found;
}

bool may_override(const Definition& one) {
  const bool is_constant = one.kind == "field" && (one.flags & kConstant) != 0;
  return (one.kind == "method" || one.kind == "property" || is_constant) &&
         (one.flags & (kPrivate | kConstructor)) == 0;
}

}  // namespace

SourceOverrides::SourceOverrides(Statements& statements,
                                 std::shared_ptr<const ScopeModules> modules)
    : statements_(statements),
      aliases_(statements, std::move(modules)),
      receivers_(statements, aliases_),
      method_sets_(statements, aliases_, receivers_) {}

bool SourceOverrides::leaves_to_others(const Definition& member) {
  if ((member.flags & (kStatic | kConstant)) == 0 || (member.flags & kAbstract) != 0) return true;
  const std::string kind = kind_of_type(statements_, member.type_symbol);
  return kind == "trait" || kind == "protocol";
}

size_t SourceOverrides::overloads(const Definition& member, std::string_view name) {
  size_t found = 0;
  for (const auto& row : statements_.rows<sql::MembersNamed>(member.type_symbol, name)) {
    (void)row;
    ++found;
  }
  return found;
}

std::vector<Definition> SourceOverrides::related(const Definition& member, bool is_base) {
  if (!may_override(member) || !is_of_source(statements_, member.symbol)) return {};
  if (is_base && !leaves_to_others(member)) return {};
  const OwnName own = own_name(member);
  const size_t parameters = count(own.parameters);
  const bool is_overloaded = overloads(member, own.name) > 1;
  std::vector<Definition> found;
  std::unordered_set<std::string> keys;  // what is declared in one place and defined in another
  for (Definition& one : members_everywhere(statements_, aliases_.scope(), own.name)) {
    if (!may_override(one) || one.kind != member.kind || one.type == member.type ||
        !is_of_source(statements_, one.symbol))
      continue;
    const OwnName other = own_name(one);
    const bool is_same = is_overloaded || overloads(one, own.name) > 1
                             ? other.parameters == own.parameters
                             : count(other.parameters) == parameters;
    const Definition& below = is_base ? one : member;
    const Definition& above = is_base ? member : one;
    if (!is_same || (below.flags & kStatic) != (above.flags & kStatic) || !leaves_to_others(above))
      continue;
    if (!(receivers_.derives(below.type_symbol, above.type_symbol) ||
          method_sets_.implements(below.type_symbol, above.type_symbol)))
      continue;
    if (keys.insert(std::to_string(one.snapshot) + " " + one.key).second)
      found.push_back(std::move(one));
  }
  return found;
}

}  // namespace dossier
