#pragma once
// The position of the .proto parser among the tokens, its recovery after a statement that it does
// not understand, and pieces taken as text. Never moves past the last token, which is of kind end.
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "engine/readers/proto/tokens.h"

namespace dossier::proto {

class Cursor {
 public:
  /// Borrows `contents`.
  explicit Cursor(std::string_view contents) : tokens_(tokens_of(contents)) {}

  const Token& now() const { return tokens_[at_]; }
  /// The last token that was taken; the first one if none was.
  const Token& before() const { return tokens_[at_ == 0 ? 0 : at_ - 1]; }
  const Token& peek(size_t ahead = 1) const;
  bool at_end() const { return now().kind == Token::Kind::end; }
  /// Whether the next token is this word or symbol; a quoted string is neither.
  bool is(std::string_view text) const {
    return now().kind != Token::Kind::text && now().text == text;
  }
  const Token& take();
  bool accept(std::string_view text);
  /// Takes the name of a type, which may continue after white space ("shop.v1\n  .Price"). Its text
  /// lives as long as the cursor.
  Token take_type();
  /// Takes the tokens up to the end of the statement or of the enclosing block, as one line of
  /// text.
  std::string take_statement();
  /// Takes the balanced brackets that open here, as one line of text.
  std::string take_brackets();

  /// Skips past the next ';' at this depth, or past the '}' that closes a block opened before it.
  /// Stops before the '}' of the enclosing block.
  void skip();
  /// Like skip(), for the block that the previous token opened.
  void skip_block();
  void end_statement() {
    if (!accept(";")) skip();
  }
  /// Whether something was not understood.
  bool has_errors = false;

 private:
  std::vector<Token> tokens_;
  size_t at_ = 0;
  std::deque<std::string> joined_;  // names of types that were written in pieces
};

}  // namespace dossier::proto
