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

std::string literal_regex(std::string_view text, Match match, bool of_key) {
  const std::string quoted = quote_regex(text);
  switch (match) {
    case Match::contains:
      return quoted;
    case Match::tail:
      return R"((?:^|[./+\\]|::))" + quoted + (of_key ? R"((?:\(|$))" : "$");
    case Match::below:
      return "^" + quoted + R"((?:[./+]|::|$))";
    case Match::equal:
      return "^" + quoted + "$";
  }
  return quoted;
}

std::string with_case(const std::string& pattern) { return "(?-i:" + pattern + ")"; }

}  // namespace dossier::lang
