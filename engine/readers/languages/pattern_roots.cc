#include "engine/readers/languages/pattern_roots.h"

#include <string>

#include "engine/ascii.h"
#include "engine/error.h"

namespace dossier::languages {
namespace {

bool is_word(char c) { return is_word_character(c) || c == '.'; }

/// Reads the outermost node of one pattern.
class Reader {
 public:
  explicit Reader(std::string_view pattern) : text_(pattern) { element(); }

  const std::vector<std::string_view>& names() const { return names_; }
  /// The name of the one capture, if the pattern is a lone one; "" = it is not.
  std::string_view lone_capture() {
    const auto capture = grouped_.empty() ? capture_here() : grouped_;
    space();
    return is_plain_ && at_ == text_.size() ? capture : std::string_view();
  }

 private:
  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void space() {
    while (at_ < text_.size()) {
      if (next() == ';') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (next() == ' ' || next() == '\n' || next() == '\t') {
        ++at_;
      } else {
        break;
      }
    }
  }

  /// `@name`, and any predicates behind it.
  std::string_view capture_here() {
    space();
    if (next() != '@') return {};
    ++at_;
    const auto capture = word();
    for (space(); text_.substr(at_, 2) == "(#"; space()) {
      ++at_;
      leave();
    }
    return capture;
  }

  std::string_view word() {
    const size_t begin = at_;
    while (is_word(next())) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  /// Behind the bracket that closes the one before `at_`.
  void leave() {
    for (int depth = 1; depth > 0 && at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '"') at_ = std::min(text_.find('"', at_ + 1), text_.size() - 1);
      if (c == '(' || c == '[') ++depth;
      if (c == ')' || c == ']') --depth;
    }
  }

  /// `(name …)`, an alternation `[…]` of such, or a group that begins with one.
  void element() {
    space();
    const char open = next();
    if (open != '(' && open != '[') fail();
    ++at_;
    space();
    if (open == '[') {
      while (next() != ']') {
        element();
        space();
      }
      ++at_;
    } else if (next() == '(' || next() == '[') {
      element();
      grouped_ = capture_here();
      is_plain_ = is_plain_ && next() == ')';
      leave();
    } else {
      names_.push_back(word());
      space();
      is_plain_ = is_plain_ && next() == ')';
      leave();
    }
  }

  [[noreturn]] void fail() const {
    throw Error(ErrorCode::internal,
                "a language query has a pattern that begins with no node: " + std::string(text_));
  }

  std::string_view text_;
  size_t at_ = 0;
  bool is_plain_ = true;
  std::string_view grouped_;  // `((node) @capture …)`: the capture
  std::vector<std::string_view> names_;
};

uint32_t capture_id(const TSQuery* query, std::string_view name) {
  for (uint32_t id = 0;; ++id) {
    uint32_t length = 0;
    const char* one = ts_query_capture_name_for_id(query, id, &length);
    if (std::string_view(one, length) == name) return id;
  }
}

}  // namespace

PatternRoots::PatternRoots(TSQuery* query, std::string_view source, const TSLanguage* grammar)
    : starts_(ts_language_symbol_count(grammar)), lone_(starts_.size()) {
  for (uint32_t index = 0; index < ts_query_pattern_count(query); ++index) {
    const uint32_t begin = ts_query_start_byte_for_pattern(query, index);
    Reader reader(source.substr(begin, ts_query_end_byte_for_pattern(query, index) - begin));
    const auto capture = reader.lone_capture();
    for (const auto name : reader.names()) {
      const TSSymbol symbol = ts_language_symbol_for_name(grammar, name.data(),
                                                          static_cast<uint32_t>(name.size()), true);
      if (symbol == 0 || symbol >= starts_.size() ||  // ERROR
          ts_language_symbol_type(grammar, symbol) != TSSymbolTypeRegular) {
        throw Error(ErrorCode::internal, "a language query has a pattern of " + std::string(name) +
                                             ", which is no node");
      }
      starts_[symbol] |= capture.empty() ? pattern : lone;
      if (capture.empty()) continue;
      lone_[symbol].push_back({static_cast<uint16_t>(index), capture_id(query, capture)});
    }
    if (!capture.empty()) ts_query_disable_pattern(query, index);
  }
}

}  // namespace dossier::languages
