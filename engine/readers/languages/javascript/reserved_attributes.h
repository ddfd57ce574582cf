#pragma once
// Attributes of JSX that are called like a reserved word (`class`, `for`, `in`), as Preact and
// Solid have them: JavaScript's grammar takes none. TypeScript's does.
#include <string_view>
#include <vector>

#include "engine/readers/languages/blanks.h"
#include "engine/readers/languages/plain_tokens.h"

namespace dossier::languages::javascript {

/// The first letter of each, with another in its place.
Blanks reserved_attributes(std::string_view text, const std::vector<PlainToken>& tokens);

}  // namespace dossier::languages::javascript
