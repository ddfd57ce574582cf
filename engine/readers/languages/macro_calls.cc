#include "engine/readers/languages/macro_calls.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace dossier::languages {
namespace {

// What the grammar does not understand is left out at first, then what is not understood without.
constexpr int kMostTries = 3;

/// What the calls leave out; all of them, or those that hide a name.
Blanks blanks_of(const std::vector<MacroCall>& calls, bool that_hide_names) {
  Blanks all;
  for (const MacroCall& call : calls)
    if (call.hides_name || !that_hide_names)
      all.insert(all.end(), call.blanks.begin(), call.blanks.end());
  put_in_order(all);
  return all;
}

/// Takes out the calls on lines that are not understood.
std::vector<MacroCall> take_damaged(std::string_view text, const std::vector<Unparsed>& damaged,
                                    std::vector<MacroCall>& calls) {
  std::vector<size_t> lines = {0};
  for (size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1))
    lines.push_back(at + 1);
  const auto line_of = [&](size_t at) {
    return static_cast<uint32_t>(std::upper_bound(lines.begin(), lines.end(), at) - lines.begin());
  };
  const auto is_understood = [&](const MacroCall& call) {
    const uint32_t first = line_of(call.begin), last = line_of(call.end - 1);
    const auto next =
        std::lower_bound(damaged.begin(), damaged.end(), first,
                         [](const Unparsed& one, uint32_t line) { return one.last < line; });
    return next == damaged.end() || next->first > last;
  };
  const auto others = std::stable_partition(calls.begin(), calls.end(), is_understood);
  std::vector<MacroCall> taken(std::make_move_iterator(others),
                               std::make_move_iterator(calls.end()));
  calls.erase(others, calls.end());
  return taken;
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
    const std::string code = blanked(text, blanks_of(calls, false));
    best.tree = parse(language, code, bounds, best.tree.get());
    best.damaged.clear();
    if (!best.tree) return readings;
    const TSNode root = ts_tree_root_node(best.tree.get());
    if (!ts_node_has_error(root)) break;
    best.damaged = unparsed_in(language, root);
    const auto dropped = take_damaged(text, best.damaged, calls);
    if (dropped.empty()) break;
    best.tree = edited(best.tree.get(), text, blanks_of(dropped, false));
  }
  if (calls.empty()) return readings;
  best.blanks = blanks_of(calls, true);
  readings.push_back(std::move(best));
  const Reading& first = readings.front();
  if (first.blanks.empty()) return readings;
  const Tree old = edited(first.tree.get(), text, blanks_of(calls, false));
  Reading plain{parse(language, text, bounds, old.get()), {}, {}};
  if (plain.tree) readings.push_back(std::move(plain));
  return readings;
}

}  // namespace dossier::languages
