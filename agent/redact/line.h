#pragma once
// Finds where a line begins in the output of tools: file viewers, grep, diff and quotes put
// prefixes before a line that are not part of it. All rules share this code; otherwise each would
// know some of the prefixes and miss others.
#include <cstddef>
#include <optional>
#include <string_view>

namespace dossier::redaction {

/// The maximum length of a prefix that is examined.
inline constexpr size_t kLongestBefore = 400;

/// The beginning of the line or JSON string around `at`, at most a few hundred bytes before it. A
/// newline written as "\n" counts.
size_t line_begin(std::string_view text, size_t at);

/// The length of the prefix of `line`: "     1→", "12:", "a.yml:3:", "a.yml-4-", "+", "> ", in any
/// order. The line's own indentation is not counted.
size_t line_prefix(std::string_view line);

/// The length of the newline at the start of `text`, which may be written as "\n"; 0 if there is
/// none.
size_t newline_size(std::string_view text);

/// The end of the line around `at`: its newline, which may be written as "\n", or the end of the
/// text.
size_t line_end(std::string_view text, size_t at);

/// The beginning of a line after its prefix.
struct NextLine {
  size_t content = 0;  // its start, after the "- " of a list item
  size_t indent = 0;   // blanks before it
  bool item = false;
};
/// The next line that is not empty after the newline at `at`.
std::optional<NextLine> next_line(std::string_view text, size_t at);

}  // namespace dossier::redaction
