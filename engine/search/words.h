#pragma once
// Identifiers split into words, for the full-text index.
#include <string>
#include <string_view>
#include <vector>

namespace dossier::search {

/// The words of an identifier, lower-cased, in order: split where case turns (`applyDamage`),
/// before the last capital of a run (`HTTPServer`), between letters and digits, and at everything
/// that is neither letter, digit nor mark. `HTTPServer2_Name` gives http, server, 2, name. Empty
/// for text without letters or digits.
std::vector<std::string> split_words(std::string_view identifier);

/// What the full-text index stores for a name: its words joined by spaces, then, where that
/// differs, each run of letters and digits unsplit, lower-cased (so that `httpserver` finds
/// `HTTPServer`).
std::string words_of(std::string_view identifier);

/// A word of the identifier, or what stands from its beginning on, begins with `lowered`
/// (lower-case): `health` in `_maxHealth`, `healthbar` in `PlayerHealthBar`. Text that begins with
/// neither a letter nor a digit begins wherever it occurs.
bool begins_word(std::string_view identifier, std::string_view lowered);

}  // namespace dossier::search
