#pragma once
// Where a value ends that begins at a place of a text, by how it is written.
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
