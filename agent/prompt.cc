#include "agent/prompt.h"

#include <unistd.h>

#include "agent/prompts.h"
#include "engine/error.h"
#include "engine/reserved.h"

namespace dossier {

std::string prompt_text(std::string_view name, const std::string& folder) {
  if (!folder.empty()) {
    const std::string path = folder + "/" + std::string(name);
    if (::access(path.c_str(), R_OK) == 0) return read_unreserved(path);
  }
  for (const auto& file : prompts::files())
    if (file.name == name) return std::string(file.text);
  throw Error(ErrorCode::not_found, "no such prompt", std::string(name));
}

}  // namespace dossier
