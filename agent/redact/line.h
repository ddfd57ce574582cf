#pragma once
// Where a line begins, as tools show it: what readers of files, grep, diff and quotes put before a
// line says nothing of it. Passed over in one place, since each rule that asks for a line's
// beginning would else know some of these forms and not others.
#include <cstddef>
#include <optional>
#include <string_view>

namespace dossier::redaction {

/// Of what stands before a line at most so much is looked at.
inline constexpr size_t kLongestBefore = 400;

/// Where the line or the JSON string around `at` begins, newlines written "\n" included, at most a
/// few hundred bytes before.
size_t line_begin(std::string_view text, size_t at);

/// How many bytes of `line` stand before what the line itself is: "     1→", "12:", "a.yml:3:",
/// "a.yml-4-", "+", "> ", in any order. The line's own indentation is not counted.
size_t line_prefix(std::string_view line);

/// How many bytes the newline at the beginning of `text` has, written "\n" or not; 0: there is
/// none.
size_t newline_size(std::string_view text);

/// Where the line around `at` ends: at its newline, written "\n" or not, or with the text.
size_t line_end(std::string_view text, size_t at);

/// What a line begins with, behind what tools put before it.
struct NextLine {
  size_t content = 0;  // where it begins, "- " of an item of a list passed over
  size_t indent = 0;   // blanks before it
  bool item = false;
};
/// The next line behind the newline at `at` that is not empty.
std::optional<NextLine> next_line(std::string_view text, size_t at);

}  // namespace dossier::redaction
