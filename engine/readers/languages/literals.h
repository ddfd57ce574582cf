#pragma once
// The strings of a source file as literals: each by the text that it stands for, quotes, prefixes
// and common escapes resolved as its language does. What is put in by interpolation stays as it is
// written. Left out: documentation, what an import names, the empty string, and what is longer than
// a message ever is, which a search of contents finds as well.
#include <string>
#include <string_view>

#include "engine/readers/languages/outline.h"

namespace dossier::languages {

/// The text that a string stands for; `written` as it stands in the file, quotes included.
std::string string_value(std::string_view written, const StringRules& rules);

/// Appends to outline.module.literals, in the text's order.
void add_literals(const Language& language, std::string_view text, const Captures& captures,
                  Outline& outline);

}  // namespace dossier::languages
