#include "engine/readers/languages/rust/tokens.h"

#include <algorithm>

#include "engine/ascii.h"

namespace dossier::languages {
namespace {

bool in_word(char c) { return is_word_character(c) || (c & '\x80') != 0; }

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) { tokens_.reserve(text.size() / 4); }

  std::vector<RustToken> run() {
    while (at_ < text_.size()) step();
    return std::move(tokens_);
  }

 private:
  char next(size_t far = 1) const { return at_ + far < text_.size() ? text_[at_ + far] : '\0'; }

  void step() {
    const char c = text_[at_];
    if (c == ' ' || c == '\n' || c == '\t' || c == '\r')
      ++at_;
    else if (c == '/' && next() == '/')
      at_ = std::min(text_.find('\n', at_), text_.size());
    else if (c == '/' && next() == '*')
      skip_comment();
    else if (c == '"')
      add(end_of_text(at_ + 1));
    else if (c == '\'')
      add(end_of_character());
    else if (in_word(c))
      add_word();
    else
      add_mark(c);
  }

  void add(size_t end) {
    tokens_.push_back({static_cast<uint32_t>(at_), static_cast<uint32_t>(end)});
    at_ = end;
  }

  void skip_comment() {  // they nest
    for (size_t depth = 0; at_ < text_.size();) {
      if (text_[at_] == '/' && next() == '*') {
        ++depth;
        at_ += 2;
      } else if (text_[at_] == '*' && next() == '/') {
        at_ += 2;
        if (--depth == 0) return;
      } else {
        ++at_;
      }
    }
  }

  size_t end_of_text(size_t at) const {
    while (at < text_.size() && text_[at] != '"') at += text_[at] == '\\' ? 2 : 1;
    return std::min(at + 1, text_.size());
  }

  /// Behind a character or, where none stands here, a lifetime's quote.
  size_t end_of_character() const {
    if (next() == '\\') return std::min(text_.find('\'', at_ + 3), text_.size() - 1) + 1;
    constexpr size_t kLongest = 4;  // bytes of a character
    const size_t close = text_.find('\'', at_ + 2);
    const bool is_one = close != text_.npos && close - at_ - 1 <= kLongest &&
                        ((next() & '\x80') != 0 || close == at_ + 2);
    return is_one ? close + 1 : at_ + 1;
  }

  /// A word, or a text with a prefix: r"…", br#"…"#.
  void add_word() {
    size_t end = at_;
    while (end < text_.size() && in_word(text_[end])) ++end;
    const auto word = text_.substr(at_, end - at_);
    if (word == "r" || word == "br" || word == "cr") {
      size_t quote = end;
      while (quote < text_.size() && text_[quote] == '#') ++quote;
      if (quote < text_.size() && text_[quote] == '"') {
        size_t close = text_.find('"', quote + 1);
        const size_t marks = quote - end;
        while (close != text_.npos &&
               text_.substr(close + 1, marks).find_first_not_of('#') != text_.npos)
          close = text_.find('"', close + 1);
        end = close == text_.npos ? text_.size() : std::min(close + 1 + marks, text_.size());
      }
    }
    add(end);
  }

  void add_mark(char c) {
    const auto index = static_cast<uint32_t>(tokens_.size());
    const bool opens = c == '(' || c == '[' || c == '{';
    if (opens) open_.push_back(index);
    const char wanted = c == ')' ? '(' : c == ']' ? '[' : c == '}' ? '{' : '\0';
    if (wanted != '\0' && !open_.empty() && text_[tokens_[open_.back()].begin] == wanted) {
      tokens_[open_.back()].close = index;
      open_.pop_back();
    }
    add(at_ + 1);
  }

  std::string_view text_;
  size_t at_ = 0;
  std::vector<RustToken> tokens_;
  std::vector<uint32_t> open_;
};

}  // namespace

std::vector<RustToken> rust_tokens(std::string_view text) { return Scanner(text).run(); }

}  // namespace dossier::languages
