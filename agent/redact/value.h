#pragma once
// Finds where a value ends, by the way it is written.
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace dossier::redaction {

struct Found {
  size_t begin = 0;
  size_t end = 0;
};

/// The text between the quotes that open at `at`, escaped or not; absent if they do not close on
/// the same line.
std::optional<Found> quoted(std::string_view text, size_t at);

/// A word without quotes. `line`: the last word of its line, which may contain more than a word of
/// code.
Found bare(std::string_view text, size_t at, bool line);

/// Finds the bare words of one text repeatedly. Words that begin inside another end where it does,
/// so that a text of nothing but names is read only once.
class BareWords {
 public:
  explicit BareWords(std::string_view text) : text_(text) {}

  Found at(size_t begin, bool line);
  /// Whether the range contains a redaction mark.
  bool has_mark(const Found& found);

 private:
  std::string_view text_;
  std::array<Found, 2> words_{Found{1, 0}, Found{1, 0}};
  Found marked_{1, 0};  // the last range checked for a mark
  size_t last_mark_ = std::string_view::npos;
};

/// The content of an XML element up to its end.
std::optional<Found> content(std::string_view text, size_t at);

/// The lines of a YAML block whose lines are single words.
Found block(std::string_view text, size_t at, size_t indent);

/// The string that an expression falls back to if a setting is missing: `process.env.X || "…"`,
/// `os.environ.get("X", "…")`.
std::optional<Found> fallback(std::string_view text, size_t at);

/// The length of the operator at the start of `text` that introduces a fallback: `||`, `??`, `or `;
/// 0 if there is none.
size_t fallback_size(std::string_view text);

/// The name before a call's parenthesis, including its object's.
std::string_view callee_of(std::string_view before);

}  // namespace dossier::redaction
