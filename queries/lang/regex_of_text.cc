#include "queries/lang/regex_of_text.h"

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

bool looks_like_regex(std::string_view text) {
  return text.starts_with('^') || text.ends_with('$') || text.find("\\.") != text.npos ||
         text.find(".*") != text.npos;
}

namespace {

// What C++, Rust and Ruby write between names; a symbol's full name may have dots there.
std::string with_any_separator(std::string_view text) {
  std::string out;
  for (size_t at = text.find("::"); at != text.npos; at = text.find("::")) {
    out += quote_regex(text.substr(0, at)) + R"((?:\.|::))";
    text.remove_prefix(at + 2);
  }
  return out + quote_regex(text);
}

}  // namespace

std::string literal_regex(std::string_view text, Match match, bool of_key) {
  switch (match) {
    case Match::contains:
      break;
    case Match::tail:
      return R"((?:^|[./+\\]|::))" + with_any_separator(text) + (of_key ? R"((?:\(|$))" : "$");
    case Match::below:
      return "^" + with_any_separator(text) + R"((?:[./+]|::|$))";
    case Match::equal:
      return "^" + quote_regex(text) + "$";
  }
  return quote_regex(text);
}

std::string with_case(const std::string& pattern) { return "(?-i:" + pattern + ")"; }

}  // namespace dossier::lang
