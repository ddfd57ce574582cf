#include "agent/redact/value.h"

#include <algorithm>

#include "agent/redact/assignment.h"
#include "agent/redact/chars.h"
#include "agent/redact/judge.h"
#include "agent/redact/line.h"

namespace dossier::redaction {
namespace {

// Of the rest of a line that is asked for a fallback.
constexpr size_t kLongestExpression = 200;
constexpr size_t kLongestCallee = 60;
constexpr size_t kLongestLines = 64 << 10;

bool ends_bare(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || is_quote(c) || c == '<' || c == '>';
}

// Behind a semicolon: nothing that belongs to a value, or another name=.
bool ends_statement(std::string_view rest) {
  if (rest.empty() || ends_bare(rest.front())) return true;
  size_t at = 0;
  while (at < rest.size() && at < 40 && is_word(rest[at])) ++at;
  return at > 0 && at < rest.size() && rest[at] == '=';
}

}  // namespace

std::optional<Found> quoted(std::string_view text, size_t at) {
  size_t escapes = 0;
  while (at < text.size() && text[at] == '\\' && escapes < 8) ++at, ++escapes;
  if (at >= text.size() || !is_quote(text[at])) return std::nullopt;
  const char quote = text[at];
  const size_t begin = ++at;
  size_t before = 0;  // backslashes
  for (; at < text.size() && text[at] != '\n' && at - begin < kLongestJudged * 8; ++at) {
    if (text[at] == '\\') {
      ++before;
      continue;
    }
    // As many escapes close as opened; fewer end the string around.
    if (text[at] == quote && (escapes == 0 ? before % 2 == 0 : before <= escapes))
      return Found{begin, at - std::min(before, escapes)};
    before = 0;
  }
  return std::nullopt;
}

Found bare(std::string_view text, size_t at, bool line) {
  const size_t begin = at;
  for (; at < text.size() && !ends_bare(text[at]); ++at) {
    const char c = text[at], next = at + 1 < text.size() ? text[at + 1] : '\0';
    if (c == '\\' &&
        (std::string_view("nrt\\").find(next) != std::string_view::npos || is_quote(next)))
      break;
    if (!line && std::string_view(",;)]}&").find(c) != std::string_view::npos) break;
    if (line && c == ';' && ends_statement(text.substr(at + 1))) break;
    if (line && (c == ',' || c == '}' || c == ')') && (next == '\0' || ends_bare(next))) break;
  }
  return {begin, at};
}

Found BareWords::at(size_t begin, bool line) {
  Found& word = words_[line];
  if (begin < word.begin || begin > word.end) word = bare(text_, begin, line);
  return {begin, word.end};
}

bool BareWords::has_mark(const Found& found) {
  if (found.end != marked_.end || found.begin < marked_.begin) {
    marked_ = found;
    const size_t last = text_.substr(0, found.end).substr(found.begin).rfind("[redacted:");
    last_mark_ = last == text_.npos ? text_.npos : found.begin + last;
  }
  return last_mark_ != text_.npos && last_mark_ >= found.begin;
}

std::optional<Found> content(std::string_view text, size_t at) {
  const size_t end = text.substr(0, std::min(text.size(), at + kLongestJudged)).find('<', at);
  if (end == text.npos || !text.substr(end).starts_with("</")) return std::nullopt;
  while (at < end && (is_blank(text[at]) || text[at] == '\n' || text[at] == '\r')) ++at;
  size_t last = end;
  while (last > at &&
         (is_blank(text[last - 1]) || text[last - 1] == '\n' || text[last - 1] == '\r'))
    --last;
  return Found{at, last};
}

Found block(std::string_view text, size_t at, size_t indent) {
  Found out{at, at};
  while (out.end - out.begin < kLongestLines) {
    const Found line = bare(text, at, true);
    if (line.end == line.begin || line.end != line_end(text, at)) break;
    out.end = line.end;
    const auto next = next_line(text, line.end);
    if (!next || next->indent < indent) break;
    at = next->content;
  }
  return out;
}

std::string_view callee_of(std::string_view before) {
  size_t begin = before.size();
  while (begin > 0 && before.size() - begin < kLongestCallee &&
         (is_name(before[begin - 1]) || has_any("$:>", before[begin - 1])))
    --begin;
  return before.substr(begin);
}

size_t fallback_size(std::string_view text) {
  for (const std::string_view sign :
       {"||=",
        "?"
        "?=",
        "||", "??", "?:", ".unwrap_or(", ".unwrap_or_else(|_| ", ".orElse(", ".getOrElse("})
    if (text.starts_with(sign)) return sign.size();
  // Words ask for a blank before them, which is passed over already.
  return text.starts_with("or ") || text.starts_with("or\t") ? 3 : 0;
}

std::optional<Found> fallback(std::string_view text, size_t at) {
  const size_t begin = at, end = std::min(text.size(), at + kLongestExpression);
  bool setting = false;  // within a call that takes one
  for (int depth = 0; at < end && text[at] != '\n';) {
    const char c = text[at];
    size_t sign = fallback_size(text.substr(at));
    if (sign == 3 && c == 'o' && !is_blank(text[at - 1])) sign = 0;
    if (sign > 0 || (c == ',' && setting)) {
      at += std::max<size_t>(sign, 1);
      while (at < end && is_blank(text[at])) ++at;
      if (const auto value = quoted(text, at)) return value;
      continue;
    }
    if (is_quote(c)) {
      const auto string = quoted(text, at);
      if (!string) return std::nullopt;
      at = string->end + 1;
      continue;
    }
    if (has_any("([{", c)) {
      ++depth;
      setting = c == '(' && takes_setting(callee_of(text.substr(begin, at - begin)));
    }
    if (has_any(")]}", c)) {
      setting = false;
      if (--depth < 0) return std::nullopt;
    }
    if (depth == 0 && (c == ',' || c == ';')) return std::nullopt;
    ++at;
  }
  return std::nullopt;
}

}  // namespace dossier::redaction
