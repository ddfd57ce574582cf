#pragma once
// Unicode text: decoding UTF-8 that may be invalid, lower-casing like Python's str.lower(), and the
// coarse case folding of the search index.
//
// Invalid bytes are kept as they are, one by one; no function here throws or drops them.
// Rejected: icu::UnicodeString throughout (UTF-16 copies, and damaged bytes would be lost).
#include <cstdint>
#include <string>
#include <string_view>

namespace dossier {

/// One decoded character: its code point and length in bytes; an invalid byte gives valid = false
/// with that byte as `code` and length 1.
struct Decoded {
  char32_t code = 0;
  uint8_t length = 1;
  bool valid = true;
};

/// The character at text[at]; `at` must be below text.size(). Overlong forms, surrogates and code
/// points above U+10FFFF are invalid.
Decoded decode_utf8(std::string_view text, size_t at);
void append_utf8(std::string& out, char32_t code);
bool is_utf8(std::string_view text);
/// The longest prefix of at most `bytes` bytes that ends between two characters.
std::string_view utf8_prefix(std::string_view text, size_t bytes);
bool is_ascii(std::string_view text);

/// Whether a terminal or a page obeys the character instead of showing it: the controls of C1,
/// which terminals take for escape sequences, and those that change the direction of the text
/// around them (U+202E). ASCII controls are left to the caller.
constexpr bool steers_text(char32_t code) {
  return (code >= 0x80 && code < 0xA0) || code == 0x061C || code == 0x200E || code == 0x200F ||
         (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

/// Full lower-casing without a locale, including final sigma, like Python's str.lower().
std::string lower(std::string_view text);
/// The same, into `out` (replaced); saves the allocation in loops.
void lower_into(std::string_view text, std::string& out);
/// Whether `text` contains `lowered`, ignoring case; `lowered` is lower-cased already.
bool contains_ignoring_case(std::string_view text, std::string_view lowered);
bool equal_ignoring_case(std::string_view a, std::string_view b);

/// A folding under which two names are equal if any file system may treat them as one. File systems
/// that ignore case fold it fully, decompose, and drop invisible characters (ext4 and f2fs
/// casefold: U+00AD, U+034F, U+200B; U+017F is "s" and U+212A "k"). This is Unicode's
/// NFKC_Casefold, which is coarser than any of them. An invalid byte differs from everything else.
std::u16string file_name_fold(std::string_view name);

/// The result of search_fold for a character that the index ignores.
inline constexpr char32_t kIgnored = 0xFFFFFFFF;
/// The search index's folding of one character: Unicode simple folding, coarsened so that
/// characters are equal if any of PCRE2, RE2, Python's re or str.lower() treats them as one case.
/// kIgnored for U+0307, because str.lower() turns U+0130 into "i" U+0307, and others fold it to
/// "i".
char32_t search_fold(char32_t code);

}  // namespace dossier
