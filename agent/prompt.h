#pragma once
// The system prompts: embedded from agent/prompts, each replaceable by a file of the same name.
#include <string>
#include <string_view>

namespace dossier {

/// The prompt called `name` ("automation.md"): FOLDER/name where that exists, else the embedded
/// one. Throws Error{not_found} for a name that nothing has.
std::string prompt_text(std::string_view name, const std::string& folder);

}  // namespace dossier
