#include "agent/redact/line.h"

#include <algorithm>

#include "agent/redact/chars.h"

namespace dossier::redaction {
namespace {

constexpr size_t kMostParts = 8;
constexpr size_t kLongestNumber = 9;
constexpr size_t kLongestNewline = 10;  // escapes included
constexpr size_t kLongestLine = 2000;
constexpr size_t kMostEmpty = 6;  // lines; of "\r\n" each counts twice

bool is_path(char c) {
  return is_word(c) || static_cast<unsigned char>(c) >= 0x80 || has_any("./\\-@+~", c);
}

char at(std::string_view text, size_t place) { return place < text.size() ? text[place] : '\0'; }

size_t digits_at(std::string_view text, size_t place) {
  size_t count = 0;
  while (count <= kLongestNumber && is_digit(at(text, place + count))) ++count;
  return count <= kLongestNumber ? count : 0;
}

// A blank behind a sign belongs to it.
size_t with_blank(std::string_view line, size_t end) { return end + (at(line, end) == ' '); }

// 12→ 12<TAB> 12: 12| 12 | 12-
size_t number(std::string_view line) {
  const size_t digits = digits_at(line, 0);
  if (digits == 0) return 0;
  std::string_view rest = line.substr(digits);
  for (const std::string_view sign : {"\xe2\x86\x92", "\\u2192", "\t", "\\t", "-"})
    if (rest.starts_with(sign)) return digits + sign.size();
  const size_t sign = digits + std::min(rest.find_first_not_of(' '), rest.size());
  if (at(line, sign) == '|' || at(line, digits) == ':') return with_blank(line, sign + 1);
  return 0;
}

// a.yml:3: a.yml:3:7: a.yml-3- a.yml:
size_t place(std::string_view line) {
  size_t end = 0;
  if (at(line, 1) == ':' && (at(line, 2) == '\\' || at(line, 2) == '/')) end = 2;  // C:\…
  bool file = false;
  for (; end < line.size() && is_path(line[end]); ++end) {
    file = file || line[end] == '/' || line[end] == '.';
    if (line[end] != '-' || end == 0) continue;
    const size_t digits = digits_at(line, end + 1);
    if (digits > 0 && at(line, end + 1 + digits) == '-') return end + digits + 2;
  }
  if (end == 0 || at(line, end) != ':') return 0;
  const size_t digits = digits_at(line, end + 1);
  if (digits > 0 && at(line, end + 1 + digits) == ':') return end + digits + 2;
  return file && at(line, end + 1) != '/' && at(line, end + 1) != ':' ? end + 1 : 0;
}

// > and | of quotes, < of a diff.
size_t quote(std::string_view line) {
  const char sign = at(line, 0), next = at(line, 1);
  if (sign != '>' && sign != '|' && sign != '<') return 0;
  return next == '\0' || is_blank(next) || next == sign ? with_blank(line, 1) : 0;
}

}  // namespace

size_t newline_size(std::string_view text) {
  if (text.empty()) return 0;
  if (text.front() == '\n' || text.front() == '\r') return 1;
  size_t escapes = 0;
  while (escapes < 8 && at(text, escapes) == '\\') ++escapes;
  const char last = at(text, escapes);
  return escapes > 0 && (last == 'n' || last == 'r') ? escapes + 1 : 0;
}

size_t line_begin(std::string_view text, size_t place) {
  const size_t least = place - std::min(place, kLongestBefore);
  size_t line = place;
  for (; line > least; --line) {
    const char last = text[line - 1], before = line > 1 ? text[line - 2] : '\0';
    if (last == '\n' || last == '\r' || (last == 'n' && before == '\\')) break;
    if (last != '"') continue;
    size_t string = line - 1;  // {"stdout":"…
    while (string > least && text[string - 1] == '\\') --string;
    while (string > least && text[string - 1] == ' ') --string;
    if (string > least + 1 && text[string - 1] == ':' && text[string - 2] == '"') break;
  }
  return line;
}

size_t line_prefix(std::string_view line) {
  size_t end = 0;
  for (size_t part = 0; part < kMostParts; ++part) {
    size_t from = end;
    while (is_blank(at(line, from))) ++from;
    const std::string_view rest = line.substr(std::min(from, line.size()));
    size_t size = number(rest);
    if (size == 0) size = quote(rest);
    if (size == 0) size = place(rest);
    if (size == 0 && from == end && (at(line, end) == '+' || at(line, end) == '-')) size = 1;
    if (size == 0) break;
    end = from + size;
  }
  return end;
}

size_t line_end(std::string_view text, size_t place) {
  const size_t most = std::min(text.size(), place + kLongestLine);
  while (place < most && newline_size(text.substr(place, kLongestNewline)) == 0) ++place;
  return place;
}

std::optional<NextLine> next_line(std::string_view text, size_t place) {
  for (size_t passed = 0; passed < kMostEmpty; ++passed) {
    const size_t newline = newline_size(text.substr(place, kLongestNewline));
    if (newline == 0) break;
    place += newline;
    const std::string_view line = text.substr(place, kLongestBefore);
    const size_t prefix = line_prefix(line.substr(0, line.find('\n')));
    // A diff's sign looks like an item that is not indented.
    const bool dash = prefix > 0 && line[prefix - 1] == '-' && at(line, prefix) == ' ';
    NextLine out{place + prefix, 0, dash && prefix == 1};
    while (is_blank(at(text, out.content))) ++out.content, ++out.indent;
    if (out.content >= text.size()) break;
    if (newline_size(text.substr(out.content, kLongestNewline)) > 0) {
      place = out.content;
      continue;
    }
    if (at(text, out.content) == '-' && is_blank(at(text, out.content + 1))) {
      out.item = true;
      for (++out.content; is_blank(at(text, out.content));) ++out.content;
    }
    return out;
  }
  return std::nullopt;
}

}  // namespace dossier::redaction
