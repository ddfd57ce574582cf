#pragma once
// Words of Swift that its grammar does not know, and `await` where it takes a block for the closure
// of a call. Each is left out where the text does not parse (readings.h); what is left means the
// same to whoever looks for names.
#include <string_view>
#include <vector>

#include "engine/readers/languages/blanks.h"
#include "engine/readers/languages/plain_tokens.h"

namespace dossier::languages {

Blanks obstacles_of_swift(std::string_view text, const std::vector<PlainToken>& tokens);

}  // namespace dossier::languages
