#include "queries/lang/regex_of_text.h"

#include "engine/ascii.h"
#include "queries/lang/resolved.h"

namespace dossier::lang {

std::string quote_regex(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view(R"(\^$.|?*+()[]{}#&-~/)").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string glob_regex(std::string_view glob) {
  std::string out;
  bool in_braces = false;
  for (size_t at = 0; at < glob.size(); ++at) {
    const char c = glob[at];
    const bool opens = c == '{' && !in_braces && glob.find('}', at) != glob.npos;
    if (c == '*')
      out += ".*";
    else if (opens || (c == '}' && in_braces))
      out += opens ? "(?:" : ")";
    else if (c == ',' && in_braces)
      out += "|";
    else
      out += quote_regex(glob.substr(at, 1));
    in_braces = opens || (in_braces && c != '}');
  }
  return "^" + out + "$";
}

namespace {

bool is_part_of_name(char c) {
  return is_word_character(c) || static_cast<unsigned char>(c) >= 0x80;
}

// The length of what C++, Rust, Ruby (::), PHP (\) and documentation (#) write between names; 0 for
// anything else.
size_t separator_at(std::string_view text, size_t at) {
  const size_t size = text.substr(at, 2) == "::" ? 2 : text[at] == '\\' || text[at] == '#' ? 1 : 0;
  const size_t next = at + size;
  if (size == 0 || next >= text.size()) return 0;
  const bool goes_on = is_part_of_name(text[next]) || text[next] == '~' || text[next] == '$';
  return goes_on && (at == 0 ? text[0] != '#' : is_part_of_name(text[at - 1])) ? size : 0;
}

// A symbol's full name may have dots where its language writes something else. One in front of all
// names is not part of any.
std::string with_any_separator(std::string_view text) {
  std::string out;
  size_t from = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const size_t size = separator_at(text, at);
    if (size == 0) continue;
    out += quote_regex(text.substr(from, at - from));
    const std::string written = quote_regex(text.substr(at, size));
    if (at > 0) out += text[at] == ':' ? R"((?:\.|::))" : R"((?:\.|::|)" + written + ")";
    at += size - 1;
    from = at + 1;
  }
  return out + quote_regex(text.substr(from));
}

}  // namespace

namespace {

// `[A-Z]`, `[a-z0-9]+`; not `int[]` and `[Test]`.
bool has_character_class(std::string_view text) {
  const size_t open = text.find('[');
  const size_t close = text.find(']', std::min(open, text.size()));
  if (close == text.npos || close == open + 1) return false;
  const size_t dash = text.find('-', open + 2);
  return (dash != text.npos && dash + 1 < close) ||
         (close + 1 < text.size() && std::string_view("+*{?").find(text[close + 1]) != text.npos);
}

// `\bimport`, which in PHP is a name: `\base\Url`.
bool begins_with_boundary(std::string_view text) {
  return text.starts_with("\\b") && text.find('\\', 1) == text.npos;
}

}  // namespace

bool looks_like_regex(std::string_view text) {
  if (text.starts_with('^') || text.ends_with('$') || text.ends_with("\\b") ||
      begins_with_boundary(text) || has_character_class(text))
    return true;
  for (const std::string_view sign : {"\\.", ".*", ".+", "\\w+", "\\w*", "\\d+", "\\s+", "\\s*"})
    if (text.find(sign) != text.npos) return true;
  for (size_t at = 1; at + 1 < text.size(); ++at)
    if (text[at] == '|' && is_part_of_name(text[at - 1]) && is_part_of_name(text[at + 1]))
      return true;
  return false;
}

std::string literal_regex(std::string_view text, Match match, bool of_key, bool of_symbol) {
  switch (match) {
    case Match::contains:
      return of_symbol ? with_any_separator(text) : quote_regex(text);
    case Match::tail:
      return R"((?:^|[./+\\]|::))" + with_any_separator(text) + (of_key ? R"((?:\(|$))" : "$");
    case Match::below:
      return "^" + with_any_separator(text) + R"((?:[./+]|::|$))";
    case Match::equal:
      return "^" + quote_regex(text) + "$";
  }
  return {};
}

std::string with_case(const std::string& pattern) { return "(?-i:" + pattern + ")"; }

}  // namespace dossier::lang
