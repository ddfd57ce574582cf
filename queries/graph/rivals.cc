#include "queries/graph/rivals.h"

#include <algorithm>

#include "queries/graph/definitions.h"
#include "queries/graph/stored_symbols.h"
#include "queries/sql.h"

namespace dossier {

const std::vector<int64_t>& Rivals::of(int64_t member, std::string_view name) {
  const auto [at, is_new] = known_.try_emplace(member);
  std::vector<int64_t>& found = at->second;
  if (!is_new) return found;
  const auto own = definition_of(statements_, member);
  if (!own || receivers_.is_free(member)) return found;
  for (const int64_t one : members_with_name(statements_, aliases_.scope(), name)) {
    const auto other = definition_of(statements_, one);
    const bool is_rival = other && !other->is_local && other->key.ends_with(')') &&
                          other->type != own->type && !receivers_.is_free(one) &&
                          !receivers_.stubs().are_one(one, member) &&
                          !receivers_.derives(other->type_symbol, own->type_symbol) &&
                          !receivers_.derives(own->type_symbol, other->type_symbol);
    if (is_rival) found.push_back(one);
  }
  return found;
}

bool Rivals::are_seen(int64_t member, std::string_view name, int64_t module) {
  const auto& all = of(member, name);
  return std::any_of(all.begin(), all.end(), [&](int64_t one) {
    Aliases* names = aliases_.aliases_of(one);
    return names != nullptr && names->may_refer(name, module);
  });
}

}  // namespace dossier
