#pragma once
// A text of C's kind as words and marks, without a grammar: enough to find conditionals and macros
// where the grammar does not understand the text. Comments and strings are skipped, a string ends
// with its line at the latest, and a line that begins with '#' is one token.
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/ascii.h"

namespace dossier::languages {

struct PlainToken {
  enum class Kind : uint8_t { word, mark, quoted, directive };
  uint32_t begin = 0;
  uint32_t end = 0;
  Kind kind = Kind::mark;
  bool begins_line = false;  // the first of its line

  std::string_view of(std::string_view text) const { return text.substr(begin, end - begin); }
};

/// The tokens in order. A directive includes the lines that a backslash continues it on, but not
/// its last line's end.
std::vector<PlainToken> plain_tokens(std::string_view text);

/// The index of the token that closes the bracket at `open`; tokens.size() if none of the next
/// thousand does, so that brackets that stay open cost no more than others.
size_t closing_token(std::string_view text, const std::vector<PlainToken>& tokens, size_t open);

/// Tokens and their text, for what looks at neighbours: beyond both ends there is nothing.
class TokenView {
 public:
  TokenView(std::string_view text, const std::vector<PlainToken>& tokens)
      : text_(text), tokens_(tokens) {}

  std::string_view at(size_t i) const {
    return i < tokens_.size() ? tokens_[i].of(text_) : std::string_view();
  }
  std::string_view before(size_t i) const { return at(i - 1); }
  /// A name, a keyword or a number.
  bool is_word(size_t i) const {
    return i < tokens_.size() && tokens_[i].kind == PlainToken::Kind::word;
  }
  bool is_name_or_keyword(size_t i) const {
    return is_word(i) && !is_digit(text_[tokens_[i].begin]);
  }
  bool touches_next(size_t i) const {
    return i + 1 < tokens_.size() && tokens_[i].end == tokens_[i + 1].begin;
  }

 protected:
  std::string_view text_;
  const std::vector<PlainToken>& tokens_;
};

}  // namespace dossier::languages
