#include "engine/search/spanning.h"

#include <algorithm>

namespace dossier::search {
namespace {

using Op = Regex::Op;

// The longest text without a newline that every match has. What stands between texts may span lines
// itself.
void find_longest(const Regex& regex, Regex& longest) {
  if (regex.op == Op::text)
    for (size_t from = 0; from <= regex.chars.size();) {
      const size_t end = std::min(regex.chars.find(U'\n', from), regex.chars.size());
      if (end - from > longest.chars.size()) {
        longest = regex;
        longest.chars = regex.chars.substr(from, end - from);
      }
      from = end + 1;
    }
  const bool is_certain = regex.op == Op::concat || regex.op == Op::group ||
                          regex.op == Op::atomic || (regex.op == Op::repeat && regex.min > 0);
  if (!is_certain) return;
  for (const auto& part : regex.parts) find_longest(part, longest);
}

}  // namespace

bool spans_lines(const Regex& regex) {
  return regex.chars.find(U'\n') != regex.chars.npos ||
         std::any_of(regex.parts.begin(), regex.parts.end(), spans_lines);
}

Plan plan_of_text(const Regex& regex) {
  Regex longest;
  find_longest(regex, longest);
  return longest.chars.empty() ? Plan::all() : plan_regex(longest);
}

}  // namespace dossier::search
