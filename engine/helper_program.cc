#include "engine/helper_program.h"

#include <unistd.h>

#include <filesystem>

namespace dossier {

std::string helper_program(const std::string& name) {
  std::error_code ignored;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
  for (const char* place : {"", "../libexec/dossier"})
    if (const auto path = folder / place / name; ::access(path.c_str(), X_OK) == 0)
      return path.string();
  return (folder / name).string();
}

}  // namespace dossier
