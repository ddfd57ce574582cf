#pragma once
// What of C++ and C the grammars do not know, as places to leave out where a text does not parse
// (readings.h).
#include <string_view>
#include <vector>

#include "engine/readers/languages/blanks.h"
#include "engine/readers/languages/plain_tokens.h"

namespace dossier::languages {

/// Attributes of enumerators, `A [[deprecated]],`; what an enum without a name is based on,
/// `enum : unsigned {`; empty braces as a parameter's default, `int f(Options options = {})`; casts
/// like `unsigned(size)`; extern in front of a template; macros that say who has access; types that
/// are arguments of macros, `std::exception&`.
Blanks obstacles_of_c(std::string_view text, const std::vector<PlainToken>& tokens);

}  // namespace dossier::languages
