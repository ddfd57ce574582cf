#pragma once
// The one place that knows what well-formed UTF-8 is (Unicode 15, table 3-7: no overlong forms, no
// surrogates, nothing above U+10FFFF).
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace dossier {

/// Length of the well-formed sequence that starts at `at`, or 0.
size_t utf8_sequence(std::string_view text, size_t at);

/// Index of the first byte that is not part of a well-formed sequence; text.size() if there is
/// none.
size_t utf8_error(std::string_view text);

/// Appends the UTF-8 of a scalar value; `code_point` must be one.
void append_utf8(std::string& out, uint32_t code_point);

}  // namespace dossier
