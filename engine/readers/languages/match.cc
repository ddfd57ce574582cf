#include "engine/readers/languages/match.h"

#include <algorithm>
#include <optional>
#include <string>

#include "engine/error.h"
#include "engine/readers/languages/definers.h"
#include "engine/readers/languages/readings.h"
#include "engine/readers/languages/unparsed.h"

namespace dossier::languages {
namespace {

/// A place in a tree.
class Place {
 public:
  explicit Place(TSNode root) : cursor_(ts_tree_cursor_new(root)) {}
  ~Place() { ts_tree_cursor_delete(&cursor_); }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  TSNode node() const { return ts_tree_cursor_current_node(&cursor_); }
  /// To the next node, an outer one before what it holds; false behind the last. `symbol` is
  /// this node's; what it holds is passed over unless `enters`.
  bool next(TSSymbol symbol, bool enters) {
    if (enters && ts_tree_cursor_goto_first_child(&cursor_)) {
      around_.push_back(symbol);
      return true;
    }
    while (!ts_tree_cursor_goto_next_sibling(&cursor_)) {
      if (!ts_tree_cursor_goto_parent(&cursor_)) return false;
      around_.pop_back();
    }
    return true;
  }
  /// Whether one of these contains the node, see Conditions.
  bool is_inside(const std::vector<std::vector<TSSymbol>>& paths) const {
    const auto holds = [&](const std::vector<TSSymbol>& path) {
      return path.size() <= around_.size() &&
             std::equal(path.rbegin(), path.rend(), around_.rbegin());
    };
    return paths.empty() || std::any_of(paths.begin(), paths.end(), holds);
  }

 private:
  TSTreeCursor cursor_;
  std::vector<TSSymbol> around_;  // of the nodes that hold this one, the innermost last
};

/// Walks what of the tree lies in `open`, or all of it; false where a bound ended it.
bool visit(const Compiled& compiled, TSNode root, const Blanks* open, ParseBounds& bounds,
           const std::function<void(const TSQueryMatch&)>& take) {
  TSQueryCursor* const cursor = kept_matcher();
  TSQueryCursorOptions options{&bounds, [](TSQueryCursorState* state) {
                                 return static_cast<ParseBounds*>(state->payload)->are_over();
                               }};
  Place place(root);
  TSSymbol symbol = 0;
  uint32_t visited = 0;
  bool enters = true;
  const auto is_wanted = [&](uint16_t pattern) {
    return place.is_inside(compiled.patterns[pattern].inside);
  };
  do {
    if (++visited % 1024 == 0 && bounds.are_over()) break;
    const TSNode node = place.node();
    symbol = ts_node_symbol(node);
    enters = open == nullptr || any_in(*open, ts_node_start_byte(node), ts_node_end_byte(node));
    if (!enters) continue;
    const uint8_t starts = compiled.roots.starts(symbol);
    if (starts & PatternRoots::lone) {
      for (const auto& lone : compiled.roots.lone_patterns(symbol)) {
        if (!is_wanted(lone.pattern)) continue;
        const TSQueryCapture capture{node, lone.capture};
        take({0, lone.pattern, 1, &capture});
      }
    }
    if (starts & PatternRoots::pattern) {
      ts_query_cursor_exec_with_options(cursor, compiled.query.get(), node, &options);
      TSQueryMatch found;
      while (ts_query_cursor_next_match(cursor, &found)) {
        if (is_wanted(found.pattern_index)) take(found);
      }
    }
  } while (place.next(symbol, enters));
  return !bounds.are_over();
}

/// The text as the grammar understands it, of the same length; nothing where that is the text.
std::optional<std::string> understandable(const Language& language, std::string_view text) {
  if (language.misread == nullptr) return with_definers_as_heads(language, text);
  const Blanks blanks = language.misread(text);
  if (blanks.empty()) return std::nullopt;
  return blanked(text, blanks);
}

}  // namespace

std::vector<Unparsed> unparsed(const Language& language, std::string_view text,
                               std::chrono::milliseconds limit) {
  if (!language.grammar) return {};
  const auto meant = understandable(language, text);
  ParseBounds bounds(limit, text.size());
  const auto readings = readings_of(language, meant ? *meant : text, bounds);
  if (!readings.empty()) return readings.front().damaged;
  return {{1, static_cast<uint32_t>(std::count(text.begin(), text.end(), '\n') + 1)}};
}

Matched match(const Language& language, const Compiled& compiled, std::string_view text,
              std::chrono::milliseconds limit, const Take& take) {
  const auto meant = understandable(language, text);
  ParseBounds bounds(limit, text.size());
  const auto readings = readings_of(language, meant ? *meant : text, bounds);
  Matched result{0, true};
  OpenPart part;
  for (const Reading& reading : readings) {
    const OpenPart* const open = part.reading == 0 ? nullptr : &part;
    if (open && part.blanks.empty()) break;
    const bool is_whole =
        visit(compiled, ts_tree_root_node(reading.tree.get()), open ? &part.blanks : nullptr,
              bounds, [&](const TSQueryMatch& match) { take(match, open); });
    if (!open) result = {lines_of(reading.damaged), !is_whole};
    part.blanks = open ? common(part.blanks, reading.blanks) : reading.blanks;
    ++part.reading;
  }
  if (!bounds.memory().is_over()) return result;
  throw Error(ErrorCode::limit, "parsing it takes more than " +
                                    std::to_string(bounds.memory().budget() >> 20) + " MB");
}

}  // namespace dossier::languages
