#pragma once
// The system prompts. They are embedded from agent/prompts; a file of the same name replaces a
// prompt.
#include <string>
#include <string_view>

namespace dossier {

/// The prompt `name` ("automation.md"): the file FOLDER/name if it exists, else the embedded one.
/// Throws Error{not_found} for an unknown name.
std::string prompt_text(std::string_view name, const std::string& folder);

}  // namespace dossier
