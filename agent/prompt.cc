#include "agent/prompt.h"

#include <fstream>
#include <sstream>

#include "agent/prompts.h"
#include "engine/error.h"

namespace dossier {

std::string prompt_text(std::string_view name, const std::string& folder) {
  if (!folder.empty()) {
    std::ifstream file(folder + "/" + std::string(name));
    std::stringstream text;
    if (file && text << file.rdbuf()) return text.str();
  }
  for (const auto& file : prompts::files())
    if (file.name == name) return std::string(file.text);
  throw Error(ErrorCode::not_found, "no such prompt", std::string(name));
}

}  // namespace dossier
