#include "agent/offline/related.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

#include "engine/fact.h"
#include "queries/sql.h"

namespace dossier::offline {
namespace {

constexpr double kFades = 8;  // places, in which what a neighbour counts falls to 1/e
constexpr size_t kNoPlace = SIZE_MAX;

// The last two parts of a name without parameters: Type.Name.
std::string_view last_parts(std::string_view name) {
  name = name.substr(0, name.find('('));
  const size_t dot = name.rfind('.');
  if (dot == name.npos || dot == 0) return name;
  const size_t before = name.rfind('.', dot - 1);
  return before == name.npos ? name : name.substr(before + 1);
}

bool is_of_code(ReferenceKind kind) {
  switch (kind) {
    case ReferenceKind::call:
    case ReferenceKind::new_object:
    case ReferenceKind::function_pointer:
    case ReferenceKind::read:
    case ReferenceKind::write:
    case ReferenceKind::address:
    case ReferenceKind::type:
      return true;
    default:
      return false;
  }
}

// Candidates by their last two parts, and by the last alone where one of them ends so.
class Places {
 public:
  explicit Places(const std::vector<Candidate>& candidates) {
    for (size_t i = 0; i < std::min(candidates.size(), kMostRelated); ++i) {
      const std::string parts(last_parts(candidates[i].full_name));
      by_parts_.emplace(parts, i);
      const auto [at, is_new] = by_name_.emplace(parts.substr(parts.rfind('.') + 1), i);
      if (!is_new) at->second = kNoPlace;
    }
  }

  size_t of(std::string_view type, std::string_view key) const {
    key = key.substr(0, key.find('('));
    std::string name(key);
    if (!type.empty() && key.find('.') == key.npos)
      name = std::string(type) + "." + std::string(key);
    const std::string parts(last_parts(name));
    if (const auto at = by_parts_.find(parts); at != by_parts_.end()) return at->second;
    const auto at = by_name_.find(parts.substr(parts.rfind('.') + 1));
    return at == by_name_.end() ? kNoPlace : at->second;
  }

 private:
  std::unordered_map<std::string, size_t> by_parts_, by_name_;
};

}  // namespace

std::vector<std::pair<size_t, size_t>> related_pairs(Store& store,
                                                     const std::vector<Candidate>& best_first) {
  const Places places(best_first);
  std::set<std::pair<size_t, size_t>> out;
  for (size_t i = 0; i < std::min(best_first.size(), kMostRelated); ++i) {
    int count = 0;
    const int64_t symbol = best_first[i].symbol;
    for (const auto& row : store.rows<sql::RefsFrom>(symbol, symbol)) {
      if (++count > kMostReferences) break;
      if (!is_of_code(static_cast<ReferenceKind>(row.kind))) continue;
      const size_t target = places.of(row.target_type, row.target_key);
      if (target != kNoPlace && target != i) out.emplace(std::minmax(i, target));
    }
  }
  return {out.begin(), out.end()};
}

void relate(Store& store, std::vector<Candidate>& best_first) {
  for (const auto& [a, b] : related_pairs(store, best_first)) {
    best_first[a].related += std::exp(-static_cast<double>(b) / kFades);
    best_first[b].related += std::exp(-static_cast<double>(a) / kFades);
  }
}

}  // namespace dossier::offline
