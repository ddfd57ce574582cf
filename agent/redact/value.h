#pragma once
// Where a value ends that begins at a place of a text, by how it is written.
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace dossier::redaction {

struct Found {
  size_t begin = 0;
  size_t end = 0;
};

/// The text between the quotes that open at `at`, escaped or not; nothing where they do not close
/// on their line.
std::optional<Found> quoted(std::string_view text, size_t at);

/// A word without quotes; `line`: as the last of its line, which holds more than a word of code.
Found bare(std::string_view text, size_t at, bool line);

/// The same of one text, again and again: words that begin within one end where it does, so that a
/// text of nothing but names is read once and not once for each of them.
class BareWords {
 public:
  explicit BareWords(std::string_view text) : text_(text) {}

  Found at(size_t begin, bool line);
  /// Whether a mark of what was redacted stands in what was found.
  bool has_mark(const Found& found);

 private:
  std::string_view text_;
  std::array<Found, 2> words_{Found{1, 0}, Found{1, 0}};
  Found marked_{1, 0};  // what was asked for a mark last
  size_t last_mark_ = std::string_view::npos;
};

/// What XML holds up to the element's end.
std::optional<Found> content(std::string_view text, size_t at);

/// The lines of a block of YAML that are one word each.
Found block(std::string_view text, size_t at, size_t indent);

/// The string that an expression has where what it asks for is not set: `process.env.X || "…"`,
/// `os.environ.get("X", "…")`.
std::optional<Found> fallback(std::string_view text, size_t at);

/// The bytes at the beginning of `text` that say that a fallback follows: `||`, `??`, `or `; 0:
/// none.
size_t fallback_size(std::string_view text);

/// The name before a call's parenthesis, that of its object included.
std::string_view callee_of(std::string_view before);

}  // namespace dossier::redaction
