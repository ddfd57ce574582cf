#pragma once
// Finds where a line begins in the output of tools: file viewers, grep, diff and quotes put
// prefixes before a line that are not part of it. All rules share this code; otherwise each would
// know some of the prefixes and miss others.
#include <cstddef>
#include <string_view>

namespace dossier::redaction {

/// The beginning of the line or JSON string around `at`, at most a few hundred bytes before it. A
/// newline written as "\n" counts.
size_t line_begin(std::string_view text, size_t at);

/// The length of the prefix of `line`: "     1→", "12:", "a.yml:3:", "a.yml-4-", "+", "> ", in any
/// order (<PRE> of rules.txt). The line's own indentation is not counted.
size_t line_prefix(std::string_view line);

}  // namespace dossier::redaction
