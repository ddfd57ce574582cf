#pragma once
// Characters of ASCII, in any locale, and small pure functions on text whose separators are ASCII.
#include <string_view>
#include <vector>

namespace dossier {

constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return is_upper(c) || is_lower(c); }
constexpr bool is_letter_or_digit(char c) { return is_letter(c) || is_digit(c); }
/// Of the names of most languages, where these are of ASCII.
constexpr bool is_word_character(char c) { return is_letter_or_digit(c) || c == '_'; }
constexpr char to_lower(char c) { return is_upper(c) ? static_cast<char>(c + 32) : c; }
constexpr char to_upper(char c) { return is_lower(c) ? static_cast<char>(c - 32) : c; }

/// `text` without the bytes of `blank` at its beginning and end.
std::string_view trimmed(std::string_view text, std::string_view blank = " \t\r\n\v\f");

/// The parts of `text` between separators; empty ones are left out.
std::vector<std::string_view> split(std::string_view text, char separator);

}  // namespace dossier
