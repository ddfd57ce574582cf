#include "engine/readers/proto/tokens.h"

#include <algorithm>

#include "engine/ascii.h"

namespace dossier::proto {
namespace {

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<Token> run() {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = line_start_ = 3;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        step();
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
        ++at_;
      } else if (text_.substr(at_, 2) == "//" || text_.substr(at_, 2) == "/*") {
        comment();
      } else {
        token();
      }
    }
    tokens_.push_back({Token::Kind::end, {}, line_, column(), line_, {}});
    return std::move(tokens_);
  }

 private:
  uint32_t column() const { return static_cast<uint32_t>(at_ - line_start_) + 1; }

  void step() {
    if (text_[at_++] == '\n') {
      ++line_;
      line_start_ = at_;
    }
  }

  void comment() {
    const size_t begin = at_;
    const uint32_t line = line_;
    const bool alone = tokens_.empty() || tokens_.back().end_line != line_;
    if (text_[at_ + 1] == '/') {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else {
      const size_t end = std::min(text_.find("*/", at_ + 2), text_.size());
      while (at_ < std::min(end + 2, text_.size())) step();
    }
    if (!alone) return;  // behind code on its line
    const bool continues = doc_end_ > 0 && doc_line_ + 1 == line;
    if (!continues) doc_begin_ = begin;
    doc_end_ = at_;
    doc_line_ = line_;
  }

  void token() {
    Token token;
    token.line = line_;
    token.column = column();
    const size_t begin = at_;
    const char c = text_[at_];
    if (c == '"' || c == '\'') {
      token.kind = Token::Kind::text;
      for (++at_; at_ < text_.size() && text_[at_] != c && text_[at_] != '\n'; ++at_) {
        if (text_[at_] == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n') ++at_;
      }
      if (at_ < text_.size() && text_[at_] == c) ++at_;
    } else if (is_word_character(c)) {
      token.kind = is_digit(c) ? Token::Kind::number : Token::Kind::word;
      // Names with dots are one token: "google.protobuf.Any".
      while (at_ < text_.size() && (is_word_character(text_[at_]) || text_[at_] == '.')) ++at_;
    } else if (c == '.' && at_ + 1 < text_.size() && is_word_character(text_[at_ + 1])) {
      token.kind = Token::Kind::word;
      ++at_;
      while (at_ < text_.size() && (is_word_character(text_[at_]) || text_[at_] == '.')) ++at_;
    } else {
      token.kind = Token::Kind::symbol;
      ++at_;
    }
    token.text = text_.substr(begin, at_ - begin);
    token.end_line = line_;
    if (doc_end_ > 0 && doc_line_ + 1 == token.line) {
      token.doc = text_.substr(doc_begin_, doc_end_ - doc_begin_);
    }
    doc_end_ = 0;
    tokens_.push_back(token);
  }

  std::string_view text_;
  size_t at_ = 0;
  size_t line_start_ = 0;
  uint32_t line_ = 1;
  size_t doc_begin_ = 0;
  size_t doc_end_ = 0;     // 0: no comment stands right before
  uint32_t doc_line_ = 0;  // its last line
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view text) { return Lexer(text).run(); }

}  // namespace dossier::proto
