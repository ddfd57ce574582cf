#pragma once
// Character classes for redaction.
#include <string_view>

namespace dossier::redaction {

constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return is_upper(c) || is_lower(c); }
constexpr bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }
constexpr bool is_name(char c) { return is_word(c) || c == '.' || c == '-'; }
constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }
constexpr bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }

constexpr bool has_any(std::string_view set, char c) { return set.find(c) != set.npos; }

}  // namespace dossier::redaction
