#pragma once
// Text as Unicode: decoding UTF-8 that may be damaged, lower-casing as Python's str.lower() does,
// and the coarse case fold under which the search index files text.
//
// Bytes that are not UTF-8 are kept as they are, one by one; no function here throws or drops them.
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
/// The beginning of the text, at most `bytes` long, that ends between two characters.
std::string_view utf8_prefix(std::string_view text, size_t bytes);
bool is_ascii(std::string_view text);

/// Full lower-casing without a locale, final sigma included: what Python's str.lower() gives.
std::string lower(std::string_view text);
/// The same, into `out` (replaced); saves the allocation in loops.
void lower_into(std::string_view text, std::string& out);
/// `text` contains `lowered` when case is ignored; `lowered` must be lower-cased already.
bool contains_ignoring_case(std::string_view text, std::string_view lowered);
bool equal_ignoring_case(std::string_view a, std::string_view b);

/// Equal for two names that some file system may take for one: those that fold case do so fully,
/// decompose, and leave out what is not seen (ext4 and f2fs casefold: U+00AD, U+034F, U+200B;
/// U+017F is "s" and U+212A "k"). Unicode's NFKC_Casefold, which is coarser than any of them. A
/// byte that is no UTF-8 stays apart from everything else.
std::u16string file_name_fold(std::string_view name);

/// What search_fold gives for a character that the index ignores altogether.
inline constexpr char32_t kIgnored = 0xFFFFFFFF;
/// The search index's fold of one character: Unicode simple folding, coarsened so that characters
/// that any of PCRE2, RE2, Python's re or str.lower() treats as one case are equal. kIgnored for
/// U+0307, because str.lower() makes "i" U+0307 of U+0130, which others fold to "i".
char32_t search_fold(char32_t code);

}  // namespace dossier
