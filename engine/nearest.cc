#include "engine/nearest.h"

#include <algorithm>
#include <vector>

#include "engine/ascii.h"

namespace dossier {
namespace {

// Longer words are not compared: the table grows with the product of both.
constexpr size_t kLongest = 200;

// Edits from one word to the other; two neighbours exchanged count as one.
size_t distance(std::string_view a, std::string_view b) {
  const auto same = [&](size_t i, size_t j) { return to_lower(a[i]) == to_lower(b[j]); };
  std::vector<std::vector<size_t>> cost(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
  for (size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
  for (size_t i = 1; i <= a.size(); ++i)
    for (size_t j = 1; j <= b.size(); ++j) {
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1,
                             cost[i - 1][j - 1] + (same(i - 1, j - 1) ? 0u : 1u)});
      if (i > 1 && j > 1 && same(i - 1, j - 2) && same(i - 2, j - 1))
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  return cost[a.size()][b.size()];
}

}  // namespace

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates) {
  std::string_view best;
  if (word.size() > kLongest) return best;
  size_t least = std::min<size_t>(3, word.size() / 2 + 1);
  for (const auto candidate : candidates) {
    const size_t longer = std::max(word.size(), candidate.size());
    if (longer - std::min(word.size(), candidate.size()) >= least) continue;
    if (const size_t d = distance(word, candidate); d < least) {
      least = d;
      best = candidate;
    }
  }
  return best;
}

std::string suggestion(std::string_view word, std::span<const std::string_view> candidates) {
  const auto near = nearest(word, candidates);
  return near.empty() ? "" : " (did you mean '" + std::string(near) + "'?)";
}

}  // namespace dossier
