#pragma once
// Splits identifiers into words, for the full-text index.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dossier::search {

/// The words of an identifier, lower-cased, in order. It is split at changes of case
/// (`applyDamage`), before the last capital of a run (`HTTPServer`), between letters and digits,
/// and at all characters other than letters, digits and marks. `HTTPServer2_Name` gives http,
/// server, 2, name. Empty if the text has no letters or digits.
std::vector<std::string> split_words(std::string_view identifier);

/// The text that the full-text index stores for a name: its words joined by spaces, then, if
/// different, each run of letters and digits unsplit and lower-cased (so that `httpserver` finds
/// `HTTPServer`).
std::string words_of(std::string_view identifier);

/// Whether a word of the identifier, or the text from the start of a word on, begins with `lowered`
/// (lower-case): `health` in `_maxHealth`, `healthbar` in `PlayerHealthBar`. A `lowered` that
/// begins with neither a letter nor a digit matches anywhere.
bool begins_word(std::string_view identifier, std::string_view lowered);

/// Where its words begin: bit N for byte N of the first 64.
uint64_t word_starts(std::string_view identifier);

/// The same of a text of any length, which is a part of a longer one: its byte N is bit N + `from`
/// of `bits`, which must reach that far.
void mark_word_starts(std::string_view identifier, size_t from, std::span<uint64_t> bits);

}  // namespace dossier::search
