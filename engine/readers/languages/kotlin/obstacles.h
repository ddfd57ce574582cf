#pragma once
// Kotlin that its grammar does not know: modifiers as names in expressions (`open(file)`), and what
// Kotlin 2 has brought (guards, context parameters, explicit backing fields, `$$"…"`). Where a text
// does not parse, other text stands in its place (readings.h); what is left means the same to
// whoever looks for names.
#include <string_view>
#include <vector>

#include "engine/readers/languages/blanks.h"
#include "engine/readers/languages/plain_tokens.h"

namespace dossier::languages {

Blanks obstacles_of_kotlin(std::string_view text, const std::vector<PlainToken>& tokens);

}  // namespace dossier::languages
