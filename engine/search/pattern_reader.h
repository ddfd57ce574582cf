#pragma once
// The input of the pattern parser: a cursor over the pattern's characters, and the escapes for a
// character or a class, which mean the same inside and outside of [sets].
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "engine/search/pattern.h"

namespace dossier::search::detail {

/// Throws Error{invalid, "invalid regex: <problem> at position <at>"}.
[[noreturn]] void bad_regex(std::string_view problem, size_t at);

/// The dialect. A pattern that needs what Python lacks is parsed again as `net`.
enum class Dialect : uint8_t { python, net };

class PatternReader {
 public:
  /// Throws Error{invalid} if the pattern is not UTF-8.
  explicit PatternReader(std::string_view pattern);

  bool done() const { return at_ == text_.size(); }
  size_t at() const { return at_; }
  void seek(size_t at) { at_ = at; }
  /// The next character, 0 at the end (a NUL in the pattern reads as 0, too: ask done()).
  char32_t peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : 0;
  }
  char32_t take() { return text_[at_++]; }
  bool take(char32_t wanted);
  /// Takes the text if it comes next.
  bool take(std::string_view wanted);
  /// Takes the characters up to `end`, and `end` itself. It is an error if `end` is missing or
  /// nothing precedes it.
  std::u32string take_until(char32_t end, const char* what);
  /// Up to `most` decimal, octal or hexadecimal digits as text.
  std::string digits(unsigned base, size_t most);

  /// Notes that the pattern uses a construct that Python rejects and .NET accepts.
  void needs_net() { needs_net_ = true; }
  bool wants_net() const { return needs_net_; }

 private:
  std::u32string text_;
  size_t at_ = 0;
  bool needs_net_ = false;
};

/// A character, or a set (\d \s \w \p{…} and their negations).
using Escape = std::variant<char32_t, CharSet>;

/// Reads an escape whose backslash has been taken and which is valid both inside and outside a set
/// (the caller handles \b, \B, \A, \Z, group references and octal escapes). Throws Error{invalid}.
Escape read_escape(PatternReader& in, bool ascii);
/// Reads a [set] whose bracket has been taken. Throws Error{invalid}.
CharSet read_set(PatternReader& in, bool ascii);
/// Adds the other case of every ASCII letter: how Python ignores case under (?a).
void add_ascii_cases(CharSet& set);

}  // namespace dossier::search::detail
