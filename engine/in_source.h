#pragma once
// The facts of a module as they are stored and hashed: by the symbol that each belongs to, its
// source.
//
// Rejected: sorting the facts themselves, which are wide.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace dossier {

/// The number of a fact among those of its source: small numbers take less room than those of a
/// module.
class InSource {
 public:
  int64_t next(uint32_t source) {
    if (source != source_) count_ = 0;
    source_ = source;
    return count_++;
  }

 private:
  uint32_t source_ = 0;
  int64_t count_ = 0;
};

/// The positions of facts in the order of their sources, so that rows are only ever appended.
template <typename Fact>
std::vector<uint32_t> by_source(const std::vector<Fact>& facts) {
  std::vector<uint32_t> order(facts.size());
  const auto before = [](const Fact& a, const Fact& b) { return a.source < b.source; };
  if (std::is_sorted(facts.begin(), facts.end(), before)) {
    std::iota(order.begin(), order.end(), 0);
    return order;
  }
  // Counted, not compared: sources are ordinals of one module.
  const uint32_t last = std::max_element(facts.begin(), facts.end(), before)->source;
  std::vector<uint32_t> next(size_t{last} + 2);
  for (const Fact& fact : facts) ++next[size_t{fact.source} + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  for (uint32_t i = 0; i < facts.size(); ++i) order[next[facts[i].source]++] = i;
  return order;
}

}  // namespace dossier
