#include "engine/readers/languages/plain_tokens.h"

#include <algorithm>
#include <cctype>

namespace dossier::languages {
namespace {

bool in_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & '\x80') != 0;
}

/// Where the comment at `at` ends; `at` where none begins there.
size_t behind_comment(std::string_view text, size_t at) {
  const auto two = text.substr(at, 2);
  if (two == "//") return std::min(text.find('\n', at), text.size());
  if (two != "/*") return at;
  const auto end = text.find("*/", at + 2);
  return end == text.npos ? text.size() : end + 2;
}

size_t behind_string(std::string_view text, size_t at) {
  const char quote = text[at];
  size_t i = at + 1;
  while (i < text.size() && text[i] != quote && text[i] != '\n') i += text[i] == '\\' ? 2 : 1;
  if (i < text.size() && text[i] == quote) ++i;
  return std::min(i, text.size());
}

size_t behind_directive(std::string_view text, size_t at) {
  while (at < text.size()) {
    const auto newline = std::min(text.find('\n', at), text.size());
    const auto line = text.substr(at, newline - at);
    const auto last = line.find_last_not_of("\r");
    if (last == line.npos || line[last] != '\\' || newline == text.size()) return newline;
    at = newline + 1;
  }
  return text.size();
}

}  // namespace

std::vector<PlainToken> plain_tokens(std::string_view text) {
  std::vector<PlainToken> tokens;
  bool begins_line = true;
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      begins_line = begins_line || c == '\n';
      ++at;
      continue;
    }
    if (const size_t end = behind_comment(text, at); end != at) {
      at = end;
      continue;
    }
    PlainToken token{static_cast<uint32_t>(at), 0, PlainToken::Kind::mark, begins_line};
    if (c == '#' && begins_line) {
      token.kind = PlainToken::Kind::directive;
      at = behind_directive(text, at);
    } else if (c == '"' || c == '\'') {
      token.kind = PlainToken::Kind::quoted;
      at = behind_string(text, at);
    } else if (in_word(c)) {
      token.kind = PlainToken::Kind::word;
      while (at < text.size() && in_word(text[at])) ++at;
    } else {
      at += text.substr(at, 2) == "::" ? 2 : 1;
    }
    token.end = static_cast<uint32_t>(at);
    tokens.push_back(token);
    begins_line = false;
  }
  return tokens;
}

size_t closing_token(std::string_view text, const std::vector<PlainToken>& tokens, size_t open) {
  constexpr size_t kFarthest = 1000;
  const char opens = text[tokens[open].begin];
  const char closes = opens == '(' ? ')' : opens == '[' ? ']' : '}';
  size_t depth = 0;
  for (size_t i = open; i < std::min(tokens.size(), open + kFarthest); ++i) {
    if (tokens[i].kind != PlainToken::Kind::mark) continue;
    const char c = text[tokens[i].begin];
    depth += c == opens;
    if (c == closes && --depth == 0) return i;
  }
  return tokens.size();
}

}  // namespace dossier::languages
