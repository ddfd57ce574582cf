#pragma once
// A record holds what the program sends back to a model, because a reply breaks its dialect or an
// answer lacks something, as a message of the user's, as the model sees it.
#include <string_view>

namespace dossier {

/// Whether the text of a user's message is the program's own, and no person's.
bool is_correction(std::string_view text);

}  // namespace dossier
