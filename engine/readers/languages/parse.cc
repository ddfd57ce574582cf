#include "engine/readers/languages/parse.h"

#include <malloc.h>
#include <time.h>

#include <algorithm>
#include <string>

#include "engine/error.h"

namespace dossier::languages {
namespace {

// Kept for the next file: what they have allocated is as large as the last one needed.
thread_local Parser kept_parser;
thread_local Cursor kept_cursor;

/// A text as the parser reads it, piece by piece. Once a bound is over, it ends: a grammar's own
/// scanner, and the search for the next token where nothing parses, do not ask whether they may go
/// on, and a scanner that reads to the end of a file from each of its bytes would take hours.
///
/// A NUL is read as a space. The lexer tells a scanner of a NUL and of the end of a text by the
/// same character, and scanners compare it with the end of their own strings: Swift's reads on
/// behind them.
class Input {
 public:
  /// `ends_line`: a line break stands at the end, also where the text does not have one.
  Input(std::string_view text, ParseBounds& bounds, bool ends_line)
      : text_(text), bounds_(bounds), ends_line_(ends_line && !text.empty()), size_(text.size()) {}

  TSInput face() { return {this, read, TSInputEncodingUTF8, nullptr}; }
  /// Whether the text ended too early, so that what was made of it means nothing.
  bool is_cut() const { return size_ < text_.size(); }

 private:
  // Small: a scanner that reads the same piece over and over is not heard of meanwhile.
  static constexpr size_t kPiece = 4096;

  static const char* read(void* payload, uint32_t byte, TSPoint, uint32_t* size) {
    const auto piece = static_cast<Input*>(payload)->piece(byte);
    *size = static_cast<uint32_t>(piece.size());
    return piece.data();
  }
  std::string_view piece(size_t at) {
    // The lexer asks again for a character at the end of a piece that is no UTF-8 or not whole, and
    // takes for granted that it gets one: what it has had of the text stays.
    const bool again = begin_ <= at && at < end_;
    if (!again && at < size_ && bounds_.are_over()) size_ = at;
    if (at == size_ && lacks_end()) return "\n";
    if (!again && at >= size_) return {};
    if (text_[at] == '\0') return " ";
    if (!again) {
      const auto next = text_.substr(at, std::min(kPiece, size_ - at));
      begin_ = at;
      end_ = at + std::min(next.find('\0'), next.size());
    }
    return text_.substr(at, end_ - at);
  }
  bool lacks_end() const { return ends_line_ && (is_cut() || text_.back() != '\n'); }

  std::string_view text_;
  ParseBounds& bounds_;
  const bool ends_line_;
  size_t size_;  // of what is read, which is less than the text's once a bound is over
  size_t begin_ = 0, end_ = 0;  // of the last piece
};

}  // namespace

Deadline::Deadline(std::chrono::milliseconds limit)
    : earliest_(std::chrono::steady_clock::now() + limit), end_(spent() + limit) {}

bool Deadline::is_over() const {
  return std::chrono::steady_clock::now() > earliest_ && spent() > end_;
}

std::chrono::nanoseconds Deadline::spent() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

ParseBounds::ParseBounds(std::chrono::milliseconds limit, size_t text_size)
    : deadline_(limit), half_(limit / 2), memory_(ParseMemory::budget_of(text_size)) {}

ParseBounds::~ParseBounds() {
  if (!memory_.was_large()) return;
  kept_parser.reset();
  kept_cursor.reset();
  ::malloc_trim(0);  // or each thread would hold the most that it ever took
}

bool ParseBounds::are_over() {
  if (is_spare_) return half_.is_over() || memory_.is_strained();
  return deadline_.is_over() || memory_.is_over();
}

Tree parse(const Language& language, std::string_view text, ParseBounds& bounds,
           const TSTree* old) {
  if (!kept_parser) kept_parser.reset(ts_parser_new());
  TSParser* const parser = kept_parser.get();
  if (!ts_parser_set_language(parser, language.grammar())) {
    throw Error(ErrorCode::internal,
                "the grammar of " + std::string(language.name) + " is of another ABI");
  }
  ts_parser_reset(parser);
  Input input(text, bounds, language.needs_newline);
  TSParseOptions options{&bounds, [](TSParseState* state) {
                           return static_cast<ParseBounds*>(state->payload)->are_over();
                         }};
  Tree tree(ts_parser_parse_with_options(parser, old, input.face(), options));
  if (input.is_cut()) tree.reset();
  return tree;
}

TSQueryCursor* kept_matcher() {
  if (!kept_cursor) {
    kept_cursor.reset(ts_query_cursor_new());
    // Enough for every file seen; a bound keeps a hostile file from taking the memory.
    ts_query_cursor_set_match_limit(kept_cursor.get(), 65536);
    ts_query_cursor_set_max_start_depth(kept_cursor.get(), 0);
  }
  return kept_cursor.get();
}

std::vector<Unparsed> unparsed_in(const Language& language, TSNode root) {
  const bool trusts_all = language.no_declaration.empty();
  if (trusts_all && !ts_node_has_error(root)) return {};
  std::vector<Unparsed> found;
  const auto add = [&](TSNode node) {
    const TSPoint begin = ts_node_start_point(node), end = ts_node_end_point(node);
    const bool ends_line = end.column == 0 && end.row > begin.row;
    const uint32_t last = end.row + (ends_line ? 0 : 1);
    if (!found.empty() && begin.row <= found.back().last)  // on its last line, or the next one
      found.back().last = std::max(found.back().last, last);
    else
      found.push_back({begin.row + 1, last});
  };
  TSTreeCursor cursor = ts_tree_cursor_new(root);
  int depth = 0;
  for (bool more = true; more;) {
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    const bool is_misread =
        !trusts_all && depth == 1 && ts_node_type(node) == language.no_declaration;
    const bool is_one = ts_node_is_error(node) || ts_node_is_missing(node) || is_misread;
    if (is_one) add(node);
    const bool enters = ts_node_has_error(node) || (depth == 0 && !trusts_all);
    if (!is_one && enters && ts_tree_cursor_goto_first_child(&cursor)) {
      ++depth;
      continue;
    }
    while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
      --depth;
      more = ts_tree_cursor_goto_parent(&cursor);
      if (!more) break;
    }
  }
  ts_tree_cursor_delete(&cursor);
  return found;
}

uint32_t lines_of(const std::vector<Unparsed>& damaged) {
  uint32_t lines = 0;
  for (const auto& [first, last] : damaged) lines += last - first + 1;
  return lines;
}

}  // namespace dossier::languages
