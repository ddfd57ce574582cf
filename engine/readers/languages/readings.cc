#include "engine/readers/languages/readings.h"

#include <algorithm>
#include <string>

#include "engine/readers/languages/attribute_macros.h"
#include "engine/readers/languages/conditionals.h"
#include "engine/readers/languages/macro_calls.h"
#include "engine/readers/languages/plain_tokens.h"

namespace dossier::languages {
namespace {

// Each edit of a tree looks at all children of its root: with more, it is parsed from scratch.
constexpr size_t kMostEdits = 1000;

bool is_better(const Reading& one, const Reading& other) {
  const auto cost = [](const Reading& reading) {
    return std::pair(lines_of(reading.damaged), reading.damaged.size());
  };
  return cost(one) < cost(other);
}

class Rereading {
 public:
  Rereading(const Language& language, std::string_view text, ParseBounds& bounds)
      : language_(language), text_(text), bounds_(bounds) {}

  /// Adds other readings before the one there is, the text as it stands.
  void run(std::vector<Reading>& readings) {
    const auto tokens = plain_tokens(text_);
    if (language_.attribute_macros) obstacles_ = attribute_macros(text_, tokens);
    if (language_.obstacles) {
      const Blanks others = language_.obstacles(text_, tokens);
      obstacles_.insert(obstacles_.end(), others.begin(), others.end());
    }
    const Conditionals conditionals(text_, tokens);
    if (conditionals.empty() && obstacles_.empty()) return;
    const size_t most = std::clamp(conditionals.most_branches(), size_t{1}, kMostReadings);
    for (size_t which = 0; which < most; ++which) {
      Reading reading;
      reading.blanks = conditionals.all_but(which);
      reading.blanks.insert(reading.blanks.end(), obstacles_.begin(), obstacles_.end());
      put_in_order(reading.blanks);
      const std::string text = blanked(text_, reading.blanks);
      const TSTree* const plain = readings.back().tree.get();
      const Tree old = edited(plain, text_, reading.blanks);
      reading.tree = parse(language_, text, bounds_, old.get());
      if (!reading.tree) break;
      reading.damaged = unparsed_in(language_, ts_tree_root_node(reading.tree.get()));
      // Where the first does not help, neither do others.
      if (!is_better(reading, readings.back())) {
        if (which == 0) return;
        continue;
      }
      readings.insert(readings.end() - 1, std::move(reading));
    }
    std::stable_sort(readings.begin(), readings.end() - 1, is_better);
  }

 private:
  const Language& language_;
  std::string_view text_;
  ParseBounds& bounds_;
  Blanks obstacles_;
};

}  // namespace

Tree edited(const TSTree* tree, std::string_view text, const Blanks& pieces) {
  if (pieces.size() > kMostEdits) return {};
  Tree copy(ts_tree_copy(tree));
  uint32_t row = 0;
  size_t line = 0;  // where the row begins
  const auto point_at = [&](size_t at) {
    for (auto end = text.find('\n', line); end < at; end = text.find('\n', line)) {
      line = end + 1;
      ++row;
    }
    return TSPoint{row, static_cast<uint32_t>(at - line)};
  };
  for (const Blank& blank : pieces) {
    const TSPoint begin = point_at(blank.begin), end = point_at(blank.end);
    const TSInputEdit edit{blank.begin, blank.end, blank.end, begin, end, end};
    ts_tree_edit(copy.get(), &edit);
  }
  return copy;
}

std::vector<Reading> readings_of(const Language& language, std::string_view text,
                                 ParseBounds& bounds) {
  std::vector<Reading> readings;
  if (language.macros) {
    bounds.spare(true);
    readings = readings_of_macros(language, text, bounds);
    bounds.spare(false);
    if (!readings.empty()) return readings;
  }
  Reading plain;
  plain.tree = parse(language, text, bounds);
  if (!plain.tree) return readings;
  plain.damaged = unparsed_in(language, ts_tree_root_node(plain.tree.get()));
  readings.push_back(std::move(plain));
  const bool rereads =
      language.conditionals || language.attribute_macros || language.obstacles != nullptr;
  if (readings.back().damaged.empty() || !rereads || text.size() > kMostReread) return readings;
  bounds.spare(true);
  Rereading(language, text, bounds).run(readings);
  bounds.spare(false);
  return readings;
}

}  // namespace dossier::languages
