#include "engine/readers/languages/match.h"

#include <malloc.h>
#include <time.h>

#include <algorithm>
#include <string>

#include "engine/error.h"
#include "engine/readers/languages/parse_memory.h"
#include "engine/readers/languages/unparsed.h"

namespace dossier::languages {
namespace {

/// Of this thread's processor time, so that what is read of a file does not hang on what else the
/// machine does.
class Deadline {
 public:
  explicit Deadline(std::chrono::milliseconds limit)
      : earliest_(std::chrono::steady_clock::now() + limit), end_(spent() + limit) {}
  /// Cheap before the time could be over: asking for a thread's time is a system call.
  bool is_over() const { return std::chrono::steady_clock::now() > earliest_ && spent() > end_; }

 private:
  static std::chrono::nanoseconds spent() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  }

  std::chrono::steady_clock::time_point earliest_;
  std::chrono::nanoseconds end_;
};

// Kept for the next file: what they have allocated is as large as the last one needed.
thread_local Parser kept_parser;
thread_local Cursor kept_matcher;

/// What one file may cost.
struct Bounds {
  Deadline deadline;
  ParseMemory memory;

  ~Bounds() {
    if (!memory.was_large()) return;
    kept_parser.reset();
    kept_matcher.reset();
    ::malloc_trim(0);  // or each thread would hold the most that it ever took
  }
  bool are_over() { return deadline.is_over() || memory.is_over(); }
};

/// A text as the parser reads it, piece by piece. Once a bound is over, it ends: a grammar's own
/// scanner, and the search for the next token where nothing parses, do not ask whether they may go
/// on, and a scanner that reads to the end of a file from each of its bytes would take hours.
class Input {
 public:
  Input(std::string_view text, Bounds& bounds) : text_(text), bounds_(bounds) {}

  TSInput face() { return {this, read, TSInputEncodingUTF8, nullptr}; }
  /// Whether the text ended too early, so that what was made of it means nothing.
  bool is_cut() const { return is_cut_; }

 private:
  // Small: a scanner that reads the same piece over and over is not heard of meanwhile.
  static constexpr size_t kPiece = 4096;

  static const char* read(void* payload, uint32_t byte, TSPoint, uint32_t* size) {
    return static_cast<Input*>(payload)->piece(byte, *size);
  }
  const char* piece(size_t at, uint32_t& size) {
    at = std::min(at, text_.size());
    // The lexer asks again for a character at the end of a piece that is no UTF-8 or not whole, and
    // takes for granted that it gets one: what it has had of the text stays.
    const bool again = begin_ <= at && at < end_;
    is_cut_ = is_cut_ || (!again && at < text_.size() && bounds_.are_over());
    if (!is_cut_) {
      begin_ = at;
      end_ = std::min(at + kPiece, text_.size());
    }
    size = again || !is_cut_ ? static_cast<uint32_t>(end_ - at) : 0;
    return text_.data() + at;
  }

  std::string_view text_;
  Bounds& bounds_;
  size_t begin_ = 0, end_ = 0;  // of the last piece
  bool is_cut_ = false;
};

Tree parse(const Language& language, std::string_view text, Bounds& bounds) {
  if (!kept_parser) kept_parser.reset(ts_parser_new());
  TSParser* const parser = kept_parser.get();
  if (!ts_parser_set_language(parser, language.grammar())) {
    throw Error(ErrorCode::internal,
                "the grammar of " + std::string(language.name) + " is of another ABI");
  }
  ts_parser_reset(parser);
  Input input(text, bounds);
  TSParseOptions options{&bounds, [](TSParseState* state) {
                           return static_cast<Bounds*>(state->payload)->are_over();
                         }};
  Tree tree(ts_parser_parse_with_options(parser, nullptr, input.face(), options));
  if (input.is_cut()) tree.reset();
  return tree;
}

/// A place in a tree.
class Place {
 public:
  explicit Place(TSNode root) : cursor_(ts_tree_cursor_new(root)) {}
  ~Place() { ts_tree_cursor_delete(&cursor_); }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  TSNode node() const { return ts_tree_cursor_current_node(&cursor_); }
  /// To the next node, an outer one before what it holds; false behind the last. `symbol` is
  /// this node's.
  bool next(TSSymbol symbol) {
    if (ts_tree_cursor_goto_first_child(&cursor_)) {
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

TSQueryCursor* matcher() {
  if (!kept_matcher) {
    kept_matcher.reset(ts_query_cursor_new());
    // Enough for every file seen; a bound keeps a hostile file from taking the memory.
    ts_query_cursor_set_match_limit(kept_matcher.get(), 65536);
    ts_query_cursor_set_max_start_depth(kept_matcher.get(), 0);
  }
  return kept_matcher.get();
}

/// Walks the tree; false where a bound ended it.
bool visit(const Compiled& compiled, TSNode root, Bounds& bounds,
           const std::function<void(const TSQueryMatch&)>& take) {
  TSQueryCursor* const cursor = matcher();
  TSQueryCursorOptions options{&bounds, [](TSQueryCursorState* state) {
                                 return static_cast<Bounds*>(state->payload)->are_over();
                               }};
  Place place(root);
  TSSymbol symbol = 0;
  uint32_t visited = 0;
  const auto is_wanted = [&](uint16_t pattern) {
    return place.is_inside(compiled.patterns[pattern].inside);
  };
  do {
    if (++visited % 1024 == 0 && bounds.are_over()) break;
    const TSNode node = place.node();
    symbol = ts_node_symbol(node);
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
  } while (place.next(symbol));
  return !bounds.are_over();
}

}  // namespace

std::vector<Unparsed> unparsed(const Language& language, std::string_view text,
                               std::chrono::milliseconds limit) {
  std::vector<Unparsed> found;
  if (!language.grammar) return found;
  Bounds bounds{Deadline(limit), ParseMemory(ParseMemory::budget_of(text.size()))};
  const Tree tree = parse(language, text, bounds);
  if (!tree) return {{1, static_cast<uint32_t>(std::count(text.begin(), text.end(), '\n') + 1)}};
  Place place(ts_tree_root_node(tree.get()));
  uint32_t known = 0;  // bytes up to here are in one that was found
  do {
    const TSNode node = place.node();
    const bool is_new = ts_node_start_byte(node) >= known || ts_node_is_missing(node);
    if (!is_new || !(ts_node_is_error(node) || ts_node_is_missing(node))) continue;
    known = std::max(known, ts_node_end_byte(node));
    const TSPoint begin = ts_node_start_point(node), end = ts_node_end_point(node);
    const bool ends_line = end.column == 0 && end.row > begin.row;
    const uint32_t last = end.row + (ends_line ? 0 : 1);
    if (!found.empty() && begin.row < found.back().last)
      found.back().last = std::max(found.back().last, last);
    else
      found.push_back({begin.row + 1, last});
  } while (place.next(ts_node_symbol(place.node())));
  return found;
}

Matched match(const Language& language, const Compiled& compiled, std::string_view text,
              std::chrono::milliseconds limit,
              const std::function<void(const TSQueryMatch&)>& take) {
  Bounds bounds{Deadline(limit), ParseMemory(ParseMemory::budget_of(text.size()))};
  const Tree tree = parse(language, text, bounds);
  Matched result{false, true};
  if (tree) {
    const TSNode root = ts_tree_root_node(tree.get());
    result = {ts_node_has_error(root), !visit(compiled, root, bounds, take)};
  }
  if (!bounds.memory.is_over()) return result;
  throw Error(ErrorCode::limit,
              "parsing it takes more than " + std::to_string(bounds.memory.budget() >> 20) + " MB");
}

}  // namespace dossier::languages
