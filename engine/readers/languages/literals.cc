#include "engine/readers/languages/literals.h"

#include <algorithm>
#include <charconv>
#include <unordered_set>

#include "engine/readers/languages/places.h"
#include "engine/unicode.h"

namespace dossier::languages {
namespace {

constexpr size_t kLimit = 400;  // bytes of a string that is kept

/// The character of a backslash and this letter; the letter itself if they mean nothing else.
char escaped(char c) {
  switch (c) {
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case 'r':
      return '\r';
    case '0':
      return '\0';
    default:
      return c;
  }
}

/// Appends the character whose number is written at the start of `rest` ("x41", "u00e9", "u{e9}"),
/// and returns how long that is; 0 = there is no number.
size_t append_number(std::string& out, std::string_view rest) {
  const bool braced = rest.substr(1, 1) == "{";
  const auto digits = rest.substr(braced ? 2 : 1);
  const size_t most = braced ? 6 : rest[0] == 'x' ? 2 : rest[0] == 'u' ? 4 : 8;
  uint32_t code = 0;
  const char* const end = digits.data() + std::min(most, digits.size());
  const auto read = std::from_chars(digits.data(), end, code, 16);
  if (read.ptr == digits.data() || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return 0;
  append_utf8(out, code);
  const auto used = static_cast<size_t>(read.ptr - rest.data());
  return used + (braced && rest.substr(used, 1) == "}" ? 1 : 0);
}

std::string unescaped(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    const char next = text[++i];
    if (next == '\n') continue;  // a line that goes on
    const bool number = next == 'x' || next == 'u' || next == 'U';
    const size_t used = number ? append_number(out, text.substr(i)) : 0;
    if (used > 0) {
      i += used - 1;
    } else {
      out += escaped(next);
    }
  }
  return out;
}

/// Every `twice` as `once`: "" inside of @"…".
std::string undoubled(std::string_view text, std::string_view twice) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    out += text[i];
    if (text.substr(i, 2) == twice) ++i;
  }
  return out;
}

}  // namespace

std::string string_value(std::string_view written, const StringRules& rules) {
  const size_t quote = written.find_first_of("\"'`");
  if (quote == written.npos) return {};
  const auto prefix = written.substr(0, quote);
  const char mark = written[quote];
  auto text = written.substr(quote);
  size_t marks = std::min(text.find_first_not_of(mark), text.size());
  if (marks == text.size() || marks == 2) return {};  // nothing between them
  if (!text.ends_with(std::string(marks, mark)) && !prefix.ends_with('#')) marks = 1;
  text.remove_prefix(marks);
  const auto end = text.rfind(std::string(marks, mark));
  if (end != text.npos) text = text.substr(0, end);
  const bool is_raw = prefix.find_first_of("rR#@") != prefix.npos ||
                      rules.raw_quotes.find(mark) != rules.raw_quotes.npos;
  if (prefix.find('@') != prefix.npos) return undoubled(text, "\"\"");
  if (is_raw && rules.raw_delimited) {  // R"mark(…)mark"
    const auto open = text.find('(');
    const auto close = text.rfind(')');
    return open < close && close != text.npos ? std::string(text.substr(open + 1, close - open - 1))
                                              : std::string(text);
  }
  if (is_raw || (marks >= 3 && rules.raw_triple)) return std::string(text);
  if (rules.plain_quotes.find(mark) == rules.plain_quotes.npos) return unescaped(text);
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {  // only \' and \\ are escapes
    const auto two = text.substr(i, 2);
    if (two == "\\'" || two == "\\\\") ++i;
    out += text[i];
  }
  return out;
}

void add_literals(const Language& language, std::string_view text, const Captures& captures,
                  Outline& outline) {
  std::unordered_set<uint32_t> imports;
  for (const Import& import : captures.imports) imports.insert(import.path.begin);
  const Ordinals ordinals(outline.module);
  Holders holders(captures);
  auto doc = captures.docs.begin();
  for (const Span& span : captures.literals) {
    while (doc != captures.docs.end() && doc->end < span.begin) ++doc;
    const bool is_doc = doc != captures.docs.end() && span.holds(*doc);
    if (is_doc || span.end - span.begin > kLimit || imports.count(span.begin)) continue;
    const std::string value = string_value(span.of(text), language.strings);
    if (value.empty()) continue;
    Literal literal;
    literal.source = ordinals.of(outline, holders.of(span));
    literal.is_string = true;
    literal.value = outline.module.text.keep(value);
    literal.line = span.row + 1;
    outline.module.literals.push_back(literal);
  }
}

}  // namespace dossier::languages
