#pragma once
// The string literals of a source file, with their values: quotes, prefixes and common escapes are
// resolved by the rules of the language; interpolations stay as written. Omitted are documentation,
// the names of imports, the empty string, and strings longer than any message, which a content
// search finds as well.
#include <string>
#include <string_view>

#include "engine/readers/languages/outline.h"

namespace dossier::languages {

/// The value of a string; `written` is the string in the file, including quotes.
std::string string_value(std::string_view written, const StringRules& rules);

/// Appends the file's literals to outline.module.literals, in text order.
void add_literals(const Language& language, std::string_view text, const Captures& captures,
                  Outline& outline);

}  // namespace dossier::languages
