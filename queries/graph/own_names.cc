#include "queries/graph/own_names.h"

#include <algorithm>
#include <string>

#include "engine/first_row.h"
#include "engine/short_name.h"
#include "queries/sql.h"
#include "store/sql.h"

namespace dossier {

bool OwnNames::has_own(const Definition& member) {
  return !member.full_name.empty() && member.full_name.find('.') != std::string::npos;
}

/// The functions that the full name says to be around the member: one, or overloads.
void OwnNames::add_functions(const Definition& member, std::vector<int64_t>& found) {
  const std::string_view around =
      std::string_view(member.full_name).substr(0, member.full_name.rfind('.'));
  for (const auto& row : statements_.rows<sql::MembersByStoredFullName>(around))
    found.push_back(row.symbol);
  const size_t type = member.type.size();
  if (around.size() > type + 1 && around.starts_with(member.type) && around[type] == '.')
    for (const auto& row :
         statements_.rows<sql::MembersNamed>(member.type_symbol, around.substr(type + 1)))
      found.push_back(row.symbol);
}

const OwnNames::Place& OwnNames::place_of(const Definition& member) {
  const auto [at, is_new] = places_.try_emplace(member.symbol);
  Place& place = at->second;
  if (!is_new) return place;
  if (const auto row = first_row<sql::ModuleOfSymbol>(statements_, member.symbol)) {
    place.first = row->id;
    place.last = row->last;
  }
  if (!member.is_local) return place;
  add_functions(member, place.functions);
  std::erase_if(place.functions,
                [&](int64_t one) { return one < place.first || one > place.last; });
  std::sort(place.functions.begin(), place.functions.end());
  return place;
}

bool OwnNames::is_meant(const Definition& member, int64_t source) {
  const Place& place = place_of(member);
  if (source < place.first || source > place.last) return false;
  // Members come in the order of the source: a function, what is inside of it, the next one.
  const auto& all = place.functions;
  const auto after = [&](int64_t one) { return std::upper_bound(all.begin(), all.end(), one); };
  return all.size() < 2 || after(source) == after(member.symbol);
}

std::vector<int64_t> OwnNames::meant_by(std::string_view key, int64_t source) {
  std::vector<int64_t> named, meant;
  for (const auto& row : statements_.rows<sql::MembersByStoredFullName>(key))
    named.push_back(row.symbol);
  for (const int64_t one : named) {
    const auto member = definition_of(statements_, one);
    if (member && has_own(*member) && is_meant(*member, source)) meant.push_back(one);
  }
  return meant;
}

}  // namespace dossier
