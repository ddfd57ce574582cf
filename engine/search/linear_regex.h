#pragma once
// A regular expression run by RE2, in time linear in the text, for patterns over which PCRE2 goes
// back too often: (\w*)*x, or \w*\w*\w*x. Both find the same leftmost match.
//
// Rejected: RE2 for every pattern (PCRE2's JIT passes over text that cannot match five times as
// fast, and knows lookaround and backreferences); pcre2_dfa_match (quadratic in a line, ten times
// slower).
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/search/pattern.h"

namespace re2 {
class RE2;
}

namespace dossier::search {

class LinearRegex {
 public:
  /// Null for a pattern that RE2 cannot run: of other constructs, or too large.
  static std::unique_ptr<const LinearRegex> of(const Regex& regex);
  ~LinearRegex();

  /// Whether the text, of ASCII or not, can be searched.
  bool takes(std::string_view text, bool ascii) const;
  /// Whether the answer is PCRE2's as well: the two know classes of characters (\w, \p{L}) by
  /// different versions of Unicode.
  bool agrees(bool ascii) const;
  /// The begin and end of the first match at or after byte `from`. Every ^ and $ matches at lines.
  std::optional<std::pair<size_t, size_t>> find(std::string_view text, size_t from) const;

 private:
  LinearRegex(const Regex& regex, std::unique_ptr<const re2::RE2> compiled);
  std::unique_ptr<const re2::RE2> compiled_;
  bool has_classes_;  // whose characters beyond ASCII depend on the version
  bool has_ascii_;    // \b and the like, which RE2 knows for ASCII alone
};

}  // namespace dossier::search
