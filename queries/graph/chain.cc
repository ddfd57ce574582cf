#include "queries/graph/chain.h"

#include <algorithm>
#include <unordered_map>

#include "queries/graph/related.h"

namespace dossier {
namespace {

constexpr int64_t kLongest = 32;

using Distances = std::unordered_map<int64_t, int64_t>;

// How many calls each symbol is away from these, as far as the first of `until`.
Distances distances(SearchIndex& index, std::string_view scope, std::string_view relation,
                    const std::vector<int64_t>& from, const std::vector<int64_t>& until,
                    int64_t most) {
  RelationWalk walk(index, scope, *relation_called(relation));
  walk.stop_at(until);
  Distances out;
  for (const auto& [symbol, depth] : walk.run(from, {}, most)) out.emplace(symbol, depth);
  for (const int64_t symbol : from) out[symbol] = 0;
  return out;
}

}  // namespace

std::vector<ChainStep> shortest_chains(SearchIndex& index, std::string_view scope,
                                       const std::vector<int64_t>& sources,
                                       const std::vector<int64_t>& targets) {
  const Distances ahead = distances(index, scope, "calledby", sources, targets, kLongest);
  std::vector<int64_t> nearest;
  int64_t length = kLongest + 1;
  for (const int64_t target : targets) {
    const auto at = ahead.find(target);
    if (at == ahead.end() || at->second > length) continue;
    if (at->second < length) nearest.clear();
    length = at->second;
    nearest.push_back(target);
  }
  if (nearest.empty()) return {};
  const Distances behind = distances(index, scope, "calls", nearest, {}, length);
  std::vector<ChainStep> steps;
  for (const auto& [symbol, step] : ahead)
    if (const auto at = behind.find(symbol); at != behind.end() && step + at->second == length)
      steps.push_back({symbol, step});
  std::sort(steps.begin(), steps.end(), [](const ChainStep& a, const ChainStep& b) {
    return a.step != b.step ? a.step < b.step : a.symbol < b.symbol;
  });
  return steps;
}

}  // namespace dossier
