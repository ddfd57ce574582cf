#pragma once
// What the body of a macro calls. A grammar keeps the body as one token: what it stands for, only
// the place where the macro is called tells.
//
// Rejected: parsing the body. It is a piece of anything: half a statement, a list, a type.
#include <string_view>
#include <vector>

#include "engine/readers/languages/captures.h"

namespace dossier::languages {

/// What a query calls the body of a macro, whose @receiver are its parameters.
inline constexpr std::string_view kMacroBody = "macro_body";

/// Adds a call for each path in `body` that a bracket follows: not for a parameter, for what is
/// called on a value, nor for a name that is joined of pieces.
void add_calls_of_macro(std::string_view text, const Span& body, std::string_view parameters,
                        std::vector<Mention>& mentions);

}  // namespace dossier::languages
