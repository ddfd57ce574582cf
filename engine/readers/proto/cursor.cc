#include "engine/readers/proto/cursor.h"

#include <algorithm>

namespace dossier::proto {
namespace {

bool is_symbol(const Token& token, std::string_view text) {
  return token.kind == Token::Kind::symbol && token.text == text;
}

void append(std::string& text, const Token& token) {
  const bool tight = token.text == "," || token.text == ")" || token.text == "]" ||
                     token.text == ":" || text.empty() || text.back() == '(' ||
                     text.back() == '[' || token.text.starts_with('.');
  if (!tight) text += ' ';
  text += token.text;
}

}  // namespace

const Token& Cursor::peek(size_t ahead) const {
  return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
}

const Token& Cursor::take() {
  const Token& token = tokens_[at_];
  if (at_ + 1 < tokens_.size()) ++at_;
  return token;
}

bool Cursor::accept(std::string_view text) {
  if (!is(text) || at_end()) return false;
  take();
  return true;
}

Token Cursor::take_type() {
  Token type = take();
  const auto goes_on = [&] {
    const bool word = now().kind == Token::Kind::word;
    return is_symbol(now(), ".") ||
           (word && (now().text.starts_with('.') || type.text.ends_with('.')));
  };
  if (!goes_on()) return type;
  std::string& name = joined_.emplace_back(type.text);
  while (goes_on()) {
    name += take().text;
    type.text = name;
  }
  return type;
}

std::string Cursor::take_statement() {
  std::string text;
  int depth = 0;
  while (!at_end() && (depth > 0 || (!is(";") && !is("}")))) {
    const Token& token = take();
    if (is_symbol(token, "{")) ++depth;
    if (is_symbol(token, "}")) --depth;
    append(text, token);
  }
  return text;
}

std::string Cursor::take_brackets() {
  std::string text;
  int depth = 0;
  while (!at_end()) {
    const Token& token = take();
    if (is_symbol(token, "[") || is_symbol(token, "{")) ++depth;
    if (is_symbol(token, "]") || is_symbol(token, "}")) --depth;
    append(text, token);
    if (depth <= 0) break;
  }
  return text;
}

void Cursor::skip() {
  has_errors = true;
  int depth = 0;
  while (!at_end()) {
    if (depth == 0 && is("}")) return;
    const Token& token = take();
    if (is_symbol(token, "{")) ++depth;
    if (is_symbol(token, "}") && --depth == 0) return;
    if (token.text == ";" && depth == 0) return;
  }
}

void Cursor::skip_block() {
  --at_;
  skip();
}

}  // namespace dossier::proto
