#include "engine/readers/languages/macro_calls.h"

#include <algorithm>
#include <string>

namespace dossier::languages {
namespace {

// What the grammar does not understand is left out at first, then what is not understood without.
constexpr int kMostTries = 3;

Blanks blanks_of(const std::vector<MacroCall>& calls, bool of_items_alone) {
  Blanks all;
  for (const MacroCall& call : calls)
    if (call.holds_items || !of_items_alone)
      all.insert(all.end(), call.blanks.begin(), call.blanks.end());
  put_in_order(all);
  return all;
}

/// Drops the calls on lines that are not understood; false where there are none.
bool drop_damaged(std::string_view text, const std::vector<Unparsed>& damaged,
                  std::vector<MacroCall>& calls) {
  std::vector<size_t> lines = {0};
  for (size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1))
    lines.push_back(at + 1);
  const auto line_of = [&](size_t at) {
    return static_cast<uint32_t>(std::upper_bound(lines.begin(), lines.end(), at) - lines.begin());
  };
  return std::erase_if(calls, [&](const MacroCall& call) {
           const uint32_t first = line_of(call.begin), last = line_of(call.end - 1);
           const auto next =
               std::lower_bound(damaged.begin(), damaged.end(), first,
                                [](const Unparsed& one, uint32_t line) { return one.last < line; });
           return next != damaged.end() && next->first <= last;
         }) > 0;
}

}  // namespace

std::vector<Reading> readings_of_macros(const Language& language, std::string_view text,
                                        ParseBounds& bounds) {
  std::vector<Reading> readings;
  if (text.size() > kMostReread) return readings;
  std::vector<MacroCall> calls = language.macros(text);
  Reading best;
  for (int tries = 0; !calls.empty(); ++tries) {
    if (tries == kMostTries) return readings;
    const Blanks blanks = blanks_of(calls, false);
    best = {parse(language, blanked(text, blanks), bounds), blanks_of(calls, true), {}};
    if (!best.tree) return readings;
    const TSNode root = ts_tree_root_node(best.tree.get());
    if (!ts_node_has_error(root)) break;
    best.damaged = unparsed_in(root);
    if (!drop_damaged(text, best.damaged, calls)) break;
  }
  if (calls.empty()) return readings;
  const bool holds_items = !best.blanks.empty();
  readings.push_back(std::move(best));
  if (!holds_items) return readings;
  Reading plain{parse(language, text, bounds), {}, {}};
  if (plain.tree) readings.push_back(std::move(plain));
  return readings;
}

}  // namespace dossier::languages
