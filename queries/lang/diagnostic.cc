#include "queries/lang/diagnostic.h"

#include <algorithm>
#include <vector>

namespace dossier::lang {
namespace {

// Characters, not bytes: the carets stand under what is seen.
size_t characters(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

// Edits from one word to the other; two neighbours exchanged count as one.
size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<size_t>> cost(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
  for (size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
  for (size_t i = 1; i <= a.size(); ++i)
    for (size_t j = 1; j <= b.size(); ++j) {
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1,
                             cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0u : 1u)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  return cost[a.size()][b.size()];
}

}  // namespace

std::string Diagnostic::print(std::string_view query) const {
  const size_t begin = std::min(span.begin, query.size());
  const size_t end = std::clamp(span.end, begin, query.size());
  std::string shown(query);
  std::replace(shown.begin(), shown.end(), '\n', ' ');
  std::replace(shown.begin(), shown.end(), '\t', ' ');
  const size_t carets = std::max<size_t>(1, characters(query.substr(begin, end - begin)));
  return message + "\n  " + shown + "\n  " + std::string(characters(query.substr(0, begin)), ' ') +
         std::string(carets, '^');
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates) {
  std::string_view best;
  size_t least = std::min<size_t>(3, word.size() / 2 + 1);
  for (const auto candidate : candidates)
    if (const size_t d = distance(word, candidate); d < least) {
      least = d;
      best = candidate;
    }
  return best;
}

std::string suggestion(std::string_view word, std::span<const std::string_view> candidates) {
  const auto near = nearest(word, candidates);
  return near.empty() ? "" : " (did you mean '" + std::string(near) + "'?)";
}

}  // namespace dossier::lang
