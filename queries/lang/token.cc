#include "queries/lang/token.h"

#include "engine/unicode.h"
#include "queries/lang/fields.h"

namespace dossier::lang {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Parsed<std::vector<Token>> run();

 private:
  bool done() const { return at_ == text_.size(); }
  char peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  /// A token can end before `at`: there is a space, the query's end, or the parenthesis that closes
  /// one opened before.
  bool ends_at(size_t at) const {
    return at >= text_.size() || is_space(text_[at]) || (text_[at] == ')' && depth_ > 0);
  }
  void add(Token::Kind kind, std::string text, size_t begin, std::string sign = {}) {
    out_.push_back({kind, std::move(text), std::move(sign), {begin, at_}});
  }
  void fail(std::string message, size_t begin, size_t end) {
    failure_ = {std::move(message), {begin, end}};
    failed_ = true;
  }
  void token();
  void value();
  void phrase();
  void regex();
  void word();
  bool field();

  std::string_view text_;
  size_t at_ = 0;
  int depth_ = 0;
  std::vector<Token> out_;
  Diagnostic failure_;
  bool failed_ = false;
};

Parsed<std::vector<Token>> Lexer::run() {
  while (!failed_) {
    while (!done() && is_space(peek())) ++at_;
    if (done()) break;
    token();
  }
  if (failed_) return failure_;
  return std::move(out_);
}

void Lexer::token() {
  const size_t begin = at_;
  // "->name" is what code writes.
  if (peek() == '-' && at_ + 1 < text_.size() && !is_space(peek(1)) && peek(1) != '>') {
    ++at_;
    return add(Token::negate, "-", begin);
  }
  if (peek() == ')' && depth_ > 0) {
    ++at_;
    --depth_;
    return add(Token::close, ")", begin);
  }
  if (!field()) value();
}

// What may stand alone or behind a field's colon.
void Lexer::value() {
  if (peek() == '"') return phrase();
  if (peek() == '/') return regex();
  if (peek() == '(') {
    ++at_;
    ++depth_;
    return add(Token::open, "(", at_ - 1);
  }
  word();
}

bool Lexer::field() {
  const size_t begin = at_;
  size_t end = at_;
  while (end < text_.size() && text_[end] >= 'a' && text_[end] <= 'z') ++end;
  if (end == begin || end >= text_.size() || text_[end] != ':') return false;
  if (end + 1 < text_.size() && text_[end + 1] == ':') return false;
  const std::string_view name = text_.substr(begin, end - begin);
  const Field* known = find_field(name);
  if (!known) return false;
  at_ = end + 1;
  std::string sign;
  const bool compares = known->kind == FieldKind::number;
  if (compares && (peek() == '<' || peek() == '>')) {
    sign = peek();
    ++at_;
    if (peek() == '=') sign += text_[at_++];
  } else if (peek() == '=' && (compares || known->kind == FieldKind::text)) {
    sign = "=";
    ++at_;
  }
  add(Token::field, std::string(name), begin, sign);
  if (ends_at(at_) && known->optional)
    add(Token::word, "", at_);
  else if (ends_at(at_))
    fail("'" + std::string(text_.substr(begin, at_ - begin)) + "' needs a value", begin, at_);
  else
    value();
  return true;
}

void Lexer::phrase() {
  const size_t begin = at_++;
  std::string text;
  while (!done() && peek() != '"') {
    if (peek() == '\\' && (peek(1) == '"' || peek(1) == '\\')) ++at_;
    text += text_[at_++];
  }
  if (done()) return fail("this quote is never closed", begin, begin + 1);
  ++at_;
  add(Token::phrase, std::move(text), begin);
}

void Lexer::regex() {
  const size_t begin = at_++;
  while (!done() && !(peek() == '/' && at_ > begin + 1 && ends_at(at_ + 1))) ++at_;
  if (done())
    return fail("this regular expression has no closing '/'; put plain text in quotes", begin,
                begin + 1);
  std::string text(text_.substr(begin + 1, at_ - begin - 1));
  ++at_;
  add(Token::regex, std::move(text), begin);
}

void Lexer::word() {
  const size_t begin = at_;
  int own = 0;
  for (; !done() && !is_space(peek()); ++at_) {
    if (peek() == '(') ++own;
    if (peek() != ')') continue;
    if (own > 0)
      --own;
    else if (depth_ > 0)
      break;
  }
  const std::string_view text = text_.substr(begin, at_ - begin);
  const bool alone =
      out_.empty() || out_.back().kind != Token::field || out_.back().span.end != begin;
  if (alone && (text == "or" || text == "OR")) return add(Token::either, "or", begin);
  if (alone && (text == "not" || text == "NOT")) return add(Token::negate, "not", begin);
  if (alone && text == "AND") return;  // as side by side
  add(Token::word, std::string(text), begin);
}

}  // namespace

std::string Token::dump() const {
  static constexpr const char* kNames[] = {"word", "phrase", "regex",  "field",
                                           "open", "close",  "either", "negate"};
  std::string out = kNames[kind];
  if (kind == word || kind == phrase || kind == regex || kind == field) out += ":" + text;
  return sign.empty() ? out : out + ":" + sign;
}

Parsed<std::vector<Token>> tokens(std::string_view query) {
  // The index and the patterns are of characters: nothing could match.
  if (!is_utf8(query)) return Diagnostic{"the query is not UTF-8", {0, query.size()}};
  return Lexer(query).run();
}

std::string dump(const std::vector<Token>& tokens) {
  std::string out;
  for (const auto& token : tokens) out += (out.empty() ? "" : " ") + token.dump();
  return out;
}

}  // namespace dossier::lang
